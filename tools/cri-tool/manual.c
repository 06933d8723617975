/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prints the manual page, and the completions for shells, from the tables of help.c. */
#include "help.h"

#include <string.h>

/* ---- the manual page -------------------------------------------------------------------------------------------- */

/* Prints text for roff. Escapes characters that are special in roff or that roff prints as other characters. */
static void roff(const char *text, size_t len)
{
    static const char special[] = "\\-'`^~";
    static const char *const escapes[] = {"\\e", "\\-", "\\(aq", "\\(ga", "\\(ha", "\\(ti"};
    for (size_t i = 0; i < len; i++) {
        const char *found = memchr(special, text[i], sizeof special - 1);
        if (found != NULL) {
            fputs(escapes[found - special], stdout);
        } else {
            putchar(text[i]);
        }
    }
}

static void roff_text(const char *text) { roff(text, strlen(text)); }

static void bold(const char *text)
{
    fputs("\\fB", stdout);
    roff_text(text);
    fputs("\\fR", stdout);
}

/* Prints paragraphs. Roff breaks their lines anew. */
static void roff_paragraphs(const char *const *texts)
{
    for (; *texts != NULL; texts++) {
        puts(".PP");
        roff_text(*texts);
        putchar('\n');
    }
}

static void roff_op(const struct op *op)
{
    puts(".TP");
    bold(op->name);
    putchar(' ');
    roff_text(op->args);
    putchar('\n');
    roff_text(op->help);
    puts(".");
    for (size_t i = 0; operand_kind(op, i) != 0; i++) {
        const char *help = kind_help(operand_kind(op, i));
        if (help != NULL) {
            const struct field name = operand_name(op, i);
            puts(".br");
            roff(name.text, name.len);
            fputs(": ", stdout);
            roff_text(help);
            putchar('\n');
        }
    }
}

void print_manual(void)
{
    printf(".TH CRI\\-TOOL 1 \"\" \"libcri %s\" \"User Commands\"\n", cri_version());
    puts(".SH NAME\ncri\\-tool \\- Constrained Resource Identifiers from a shell\n.SH SYNOPSIS");
    for (const char *const *line = synopsis; *line != NULL; line++) {
        size_t name = strcspn(*line, " ");
        fputs(line == synopsis ? "\\fB" : ".br\n\\fB", stdout);
        roff(*line, name);
        fputs("\\fR", stdout);
        roff_text(*line + name);
        putchar('\n');
    }
    puts(".SH DESCRIPTION\nRuns an operation of the library, or one for each line of standard input.");
    roff_paragraphs(paragraphs);
    puts(".SH OPTIONS");
    for (const struct option *option = options; option->name != NULL; option++) {
        puts(".TP");
        if (option->letter != 0) {
            printf("\\fB\\-%c\\fR, ", option->letter);
        }
        fputs("\\fB\\-\\-", stdout);
        roff_text(option->name);
        fputs("\\fR ", stdout);
        roff_text(option->value != NULL ? option->value : "");
        putchar('\n');
        roff_text(option->help);
        puts(".");
    }
    puts(".SH OPERATIONS");
    for (const struct op_group *group = groups; group->title != NULL; group++) {
        printf(".SS \"%s\"\n", group->title);
        for (const struct op *op = group->ops; op->name != NULL; op++) {
            roff_op(op);
        }
    }
    puts(".SH EXIT STATUS");
    roff_paragraphs(statuses);
    puts(
        ".SH ENVIRONMENT\n\\fBexplain\\fR has colours on a terminal, unless \\fBNO_COLOR\\fR is set or \\fBTERM\\fR is "
        "dumb.");
}

/* ---- completions ------------------------------------------------------------------------------------------------ */

/* Prints a text in single quotes. Only fish has escapes between them: \\ and \'. */
static void quoted(const char *text, bool is_fish)
{
    putchar('\'');
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            fputs(is_fish ? "\\'" : "'\\''", stdout);
        } else {
            fputs(is_fish && *text == '\\' ? "\\" : "", stdout);
            putchar(*text);
        }
    }
    putchar('\'');
}

/* Prints alternatives such as 13|27 as words with spaces between them. */
static void print_words(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        putchar(text[i] == '|' ? ' ' : text[i]);
    }
}

/* True if an operand must be one of several words. */
static bool is_words(const struct op *op, size_t index)
{
    const struct field name = operand_name(op, index);
    return operand_kind(op, index) == 'w' || memchr(name.text, '|', name.len) != NULL;
}

/* Prints the words that operands can be, after the text `before`. Returns false if no operand is a word. */
static bool print_operand_words(const struct op *op, const char *before)
{
    bool found = false;
    for (size_t i = 0; operand_kind(op, i) != 0; i++) {
        if (is_words(op, i)) {
            const struct field name = operand_name(op, i);
            fputs(found ? " " : before, stdout);
            print_words(name.text, name.len);
            found = true;
        }
    }
    return found;
}

static bool needs_value(const struct option *option) { return option->value != NULL && option->value[0] != '['; }

/* Prints the options that need a value, as the pattern of a `case`. */
static void print_valued(const char *separator)
{
    const char *between = "";
    for (const struct option *option = options; option->name != NULL; option++) {
        if (needs_value(option)) {
            printf("%s--%s", between, option->name);
            between = separator;
        }
    }
}

/* Prints the `case` statements that complete the values of options and the words of operands. `begin` and `end` enclose
 * the words. */
static void print_cases(const char *variable, const char *begin, const char *end)
{
    printf("    case $%s in\n", variable);
    for (const struct option *option = options; option->name != NULL; option++) {
        if (needs_value(option)) {
            const char *words = strchr(option->value, '|') != NULL ? option->value : "";
            printf("    --%s) %s", option->name, begin);
            print_words(words, strlen(words));
            printf("%s; return ;;\n", end);
        }
    }
    puts("    esac\n    case $op in");
    for (const struct op_group *group = groups; group->title != NULL; group++) {
        for (const struct op *op = group->ops; op->name != NULL; op++) {
            char label[80];
            snprintf(label, sizeof label, "    %s) %s", op->name, begin);
            if (print_operand_words(op, label)) {
                printf("%s ;;\n", end);
            }
        }
    }
}

/* Prints a loop that finds the operation among the words before the word that is completed. */
static void print_search(const char *first, const char *words, const char *current)
{
    printf("    local at=%s op=\n"
           "    while [ \"$at\" -lt \"$%s\" ]; do\n"
           "        case ${%s[at]} in\n"
           "        ",
           first, current, words);
    print_valued("|");
    /* bash splits NAME=NUMBER into three words, so the loop skips the equals sign and the number. */
    printf("|=) at=$((at + 2)) ;;\n"
           "        -?*) at=$((at + 1)) ;;\n"
           "        *) op=${%s[at]}; break ;;\n"
           "        esac\n"
           "    done\n",
           words);
}

static void print_bash(void)
{
    puts("# bash completions of cri-tool, for bash-completion/completions/cri-tool or ~/.bashrc\n"
         "_cri_tool() {\n"
         "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "    COMPREPLY=()");
    print_search("1", "COMP_WORDS", "COMP_CWORD");
    print_cases("prev", "COMPREPLY=($(compgen -W \"", "\" -- \"$cur\"))");
    fputs("    '') COMPREPLY=($(compgen -W \"", stdout);
    for (const struct option *option = options; option->name != NULL; option++) {
        printf("--%s ", option->name);
    }
    for (const struct op_group *group = groups; group->title != NULL; group++) {
        for (const struct op *op = group->ops; op->name != NULL; op++) {
            printf("%s ", op->name);
        }
    }
    puts("\" -- \"$cur\")) ;;\n    esac\n}\ncomplete -F _cri_tool cri-tool");
}

static void print_zsh(void)
{
    puts("#compdef cri-tool\n"
         "# zsh completions of cri-tool, for a file _cri-tool in a directory of $fpath\n"
         "_cri_tool() {\n"
         "    local prev=${words[CURRENT - 1]}\n"
         "    local -a operations options\n"
         "    options=(");
    for (const struct option *option = options; option->name != NULL; option++) {
        fputs("        ", stdout);
        printf("--%s:", option->name);
        quoted(option->help, false);
        putchar('\n');
    }
    puts("    )\n    operations=(");
    for (const struct op_group *group = groups; group->title != NULL; group++) {
        for (const struct op *op = group->ops; op->name != NULL; op++) {
            printf("        %s:", op->name);
            quoted(op->help, false);
            putchar('\n');
        }
    }
    puts("    )");
    print_search("2", "words", "CURRENT");
    print_cases("prev", "compadd -- ", "");
    puts("    '') _describe -t operations operation operations -- options ;;\n    esac\n}\n_cri_tool \"$@\"");
}

static void print_fish(void)
{
    fputs("# fish completions of cri-tool, for completions/cri-tool.fish\n"
          "function __cri_tool_operation\n"
          "    set -l words (commandline -opc) ''\n"
          "    while set -e words[1]; and set -q words[2]\n"
          "        switch $words[1]\n"
          "            case ",
          stdout);
    print_valued(" ");
    puts("\n"
         "                set -e words[1]\n"
         "            case '-?*'\n"
         "            case '*'\n"
         "                echo $words[1]\n"
         "                return 0\n"
         "        end\n"
         "    end\n"
         "    return 1\n"
         "end\n"
         "complete -c cri-tool -f");
    for (const struct option *option = options; option->name != NULL; option++) {
        printf("complete -c cri-tool -n 'not __cri_tool_operation >/dev/null' -l %s", option->name);
        if (option->letter != 0) {
            printf(" -s %c", option->letter);
        }
        if (needs_value(option)) {
            const char *words = strchr(option->value, '|') != NULL ? option->value : "";
            fputs(" -x -a '", stdout);
            print_words(words, strlen(words));
            putchar('\'');
        }
        fputs(" -d ", stdout);
        quoted(option->help, true);
        putchar('\n');
    }
    for (const struct op_group *group = groups; group->title != NULL; group++) {
        for (const struct op *op = group->ops; op->name != NULL; op++) {
            char label[160];
            printf("complete -c cri-tool -n 'not __cri_tool_operation >/dev/null' -a %s -d ", op->name);
            quoted(op->help, true);
            putchar('\n');
            snprintf(label, sizeof label, "complete -c cri-tool -n 'contains %s (__cri_tool_operation)' -a '",
                     op->name);
            if (print_operand_words(op, label)) {
                puts("'");
            }
        }
    }
}

bool print_completions(const char *shell)
{
    static const struct {
        const char *shell;
        void (*print)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(shell, shells[i].shell) == 0) {
            shells[i].print();
            return true;
        }
    }
    return false;
}
