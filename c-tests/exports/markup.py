# SPDX-License-Identifier: MIT OR Apache-2.0
"""
The markup in the comments of src/ffi: the facts that programs read there, and the sentences that headers have for it.

    @param[DIR] NAME TEXT       DIR is in, out or in,out; NAME,NAME_len and NAME,NAME_cap document a pointer with its size
    @return TEXT                the result of a function that does not return an error
    @retval CRI_ERR_X TEXT      an error that the function returns
    @errorsof{cri_x,cri_y} TEXT the function also returns the errors of these functions
    @unprocessable TEXT         the function also returns each error for which cri_err_is_unprocessable() is true
    @viewable                   the function has an inline companion, NAME_view()

In the text of a parameter:

    #CRI_X, @suchas{CRI_X_}     numbers worth trying: this constant; all constants whose names begin like that
    @choice{CRI_X,CRI_Y}        one of these constants; @choice{CRI_X_} is one of all whose names begin like that
    @flags{CRI_X,CRI_Y}         a sum of such constants
    @sameas{cri_x}              the markup of cri_x()'s parameter of the same name is valid here too
    @nullable                   NULL is allowed, as it always is for a pointer with a size

In the text of a field:

    @lengths{4,16}              the field is a length, and has one of these values

All other text is for people. script/header writes sentences in place of the markup, and fails if it does not know a command.
"""
import re
import sys
from pathlib import Path

FFI = Path(__file__).resolve().parents[2] / "src" / "ffi"
# The commands that headers have, too, and those of templates.
KNOWN = "param return retval code endcode file cond endcond defgroup ingroup group include errors".split()
COMMAND = re.compile(r"(?<![\w`|@])@([a-z]+)\b(?!@)(?:\{(.*?)\})?")
COMMENT = r"((?: *///.*\n)+)(?: *#\[.*\n)* *pub "
EXPORT = re.compile(COMMENT + r'(?:unsafe )?extern "C" fn (\w+)\(')
STRUCTURE = re.compile(r"^pub struct (\w+) \{\n((?:.*\n)*?)\}", re.M)
FIELD = re.compile(COMMENT + r"(\w+):")


def fail(*lines):
    print("\n".join(f"abi: {line}" for line in lines), file=sys.stderr)
    sys.exit(1)


def series(word, *names):
    *first, last = (f"#{name}" if name.startswith("CRI_") else name for name in names)
    return f"{', '.join(first)} {word} {last}" if first else last


# The sentence for each command. NAME is the function that the comment is of.
SENTENCES = {
    "errorsof": lambda *names: "@retval other the errors of " + series("and", *(f"{name}()" for name in names)),
    "unprocessable": lambda: "@retval other an error for which cri_err_is_unprocessable() is true",
    "viewable": lambda: "NAME_view() also parses the result.",
    "suchas": lambda name: f"such as `{name}…`",
    "choice": lambda *names: f"one of the `{names[0]}…`" if names[0].endswith("_") else series("or", *names),
    "flags": lambda *names: f"a sum of `{names[0]}…` bits" if names[0].endswith("_") else f"a sum of {series('and', *names)}",
    "sameas": lambda name: f"as in {name}()",
    "nullable": lambda: "NULL",
    "lengths": lambda *numbers: series("or", *numbers),
}


def sentence(command):
    """What a command becomes in a header. KeyError and TypeError: there is no such command, or it has other arguments."""
    if command[1] in KNOWN:
        return command[0]
    return SENTENCES[command[1]](*command[2].split(",") if command[2] else ())


def check(path):
    """Fails at a command that is not known."""
    for number, line in enumerate(path.read_text().split("\n"), 1):
        for command in COMMAND.finditer(line if path.suffix == ".h" else "".join(re.findall("^ *///(.*)", line))):
            try:
                sentence(command)
            except (KeyError, TypeError):
                fail(f"{path}:{number}: unknown markup, or markup with other arguments: {command[0]}")


def parts(comment):
    """The paragraphs of a comment, without the signs of a comment; each command that begins a line begins one."""
    return re.split(r"\n(?=@|\n)", re.sub(r"^ *(///|\*) ?", "", comment.rstrip(), flags=re.M))


class Comments:
    """The comments of the exports in a folder, and the lengths that fields may have."""

    def __init__(self, folder=FFI):
        self.parts, self.lengths = {}, {}
        for path in sorted(Path(folder).glob("*.rs")):
            check(path)
            source = path.read_text()
            self.parts |= {name: parts(comment) for comment, name in EXPORT.findall(source)}
            for structure, fields in STRUCTURE.findall(source):
                for comment, name in FIELD.findall(fields):
                    if found := re.search(r"@lengths\{(\d+),(\d+)\}", comment):
                        self.lengths[structure, name] = found.groups()

    def parameters(self, name):
        """The direction and the text of each parameter."""
        found = {}
        for part in self.parts[name]:
            if part.startswith("@param"):
                said = re.fullmatch(r"@param\[(in|out|in,out)\] (\S+) (.*)", part, re.S)
                if not said:
                    fail(f"{name}: @param[in|out|in,out] NAME TEXT is wanted, not {part}")
                found |= {parameter: (said[1], said[3]) for parameter in said[2].split(",")}
        return found

    def text(self, name, parameter):
        """The text of a parameter, and that of the one that it refers to."""
        text = self.parameters(name).get(parameter, ("", ""))[1]
        return text + "".join(self.text(other, parameter) for other in re.findall(r"@sameas\{(\w+)\}", text))

    def is_nullable(self, name, parameter):
        return "@nullable" in self.text(name, parameter)

    def is_step(self, name):
        """Whether the function changes an object and stores nothing else: its error is kept for the last call."""
        directions = [direction for direction, _ in self.parameters(name).values()]
        return "in,out" in directions and "out" not in directions

    def errors(self, name, unprocessable):
        """The errors that a function returns."""
        found = set()
        for part in self.parts[name]:
            found |= set(re.findall(r"^@retval (CRI_ERR_\w+)", part))
            found |= unprocessable if part.startswith("@unprocessable") else set()
            for others in re.findall(r"^@errorsof\{(.*?)\}", part):
                found |= set().union(*(self.errors(other, unprocessable) for other in others.split(",")))
        return found
