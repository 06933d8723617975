# SPDX-License-Identifier: MIT OR Apache-2.0
"""
The markup in the comments of src/ffi: the facts that programs read there, and the sentences that replace it in headers.

    @param[DIR] NAME TEXT        DIR is in, out or in,out. NAME,NAME_len or NAME,NAME_cap is a pointer with its size
    @return TEXT                 the result of a function that does not return an error
    @retval CRI_ERR_X TEXT       an error that the function returns
    @errorsof{cri_x,cri_y} TEXT  the function returns the errors of these functions, too
    @unprocessable TEXT          the function returns the errors for which cri_err_is_unprocessable() is true, too
    @note TEXT                   what callers must not forget: the comment of NAME_view() has it, too
    @viewable                    the function has an inline companion, NAME_view(), which script/header writes

The text of a parameter may contain:

    #CRI_X, @suchas{CRI_X_}      values worth trying: this constant; all constants whose names begin with CRI_X_
    @choice{CRI_X,CRI_Y}         one of these constants; with @choice{CRI_X_}, a constant whose name begins with CRI_X_
    @flags{CRI_X,CRI_Y}          a sum of these constants
    @sameas{cri_x}               the markup of the parameter of the same name of cri_x() applies
    @nullable                    NULL is allowed. A pointer with a size may always be NULL, and needs no markup

The rest is free text, which no program reads.
"""
import re
import sys
from pathlib import Path

from headers.lists import UNPROCESSABLE, errors

FFI = Path(__file__).resolve().parents[2] / "src" / "ffi"
# The commands that headers have, too, and the commands of the templates in src/ffi/headers.
COMMANDS = """param return retval note code endcode file cond endcond defgroup ingroup group include errors
    options""".split()
COMMAND = re.compile(r"(?<![\w`|@])@([A-Za-z]+)\b(?!@)(?:\{(.*?)\})?")
# The commands that are only used inside the text of another command or of a paragraph. At the start of a line, they
# would begin a new part of the comment, which no program reads.
AT_MARGIN = re.compile(r" */// @(?:suchas|choice|flags|sameas|nullable)\b")
COMMENT = r"((?: *///.*\n)+)(?: *#\[.*\n)* *pub "
EXPORT = re.compile(COMMENT + r'(?:unsafe )?extern "C" fn (\w+)\(')


def fail(*lines):
    print("\n".join(f"{Path(sys.argv[0]).name}: {line}" for line in lines), file=sys.stderr)
    sys.exit(1)


def series(names, word):
    return f" {word} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def constants(names, prefixed, word):
    """Returns a sentence about constants, or about all constants that begin with a prefix."""
    return prefixed.format(names[0]) if names[0].endswith("_") else series([f"#{name}" for name in names], word)


# NAME is the function with the comment.
SENTENCES = {
    "errorsof": lambda *names: f"@retval other the errors of {series([f'{name}()' for name in names], 'and')}",
    "unprocessable": lambda: "@retval other an error for which cri_err_is_unprocessable() is true",
    "viewable": lambda: "",
    "suchas": lambda prefix: f"such as `{prefix}…`",
    "choice": lambda *names: constants(names, "one of the `{}…`", "or"),
    "flags": lambda *names: "a sum of " + constants(names, "`{}…` bits", "and"),
    "sameas": lambda name: f"as in {name}()",
    "nullable": lambda: "NULL",
}


def sentence(command):
    """Returns the sentence for a command, found with COMMAND. Raises LookupError or TypeError if the command is not
    known.
    """
    if command[1] in COMMANDS:
        return command[0]
    return SENTENCES[command[1]](*command[2].split(",") if command[2] else ())


def check(path):
    """Fails at a command that is not known, has other arguments, or is not indented though it belongs to a text."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if AT_MARGIN.match(line):
            fail(f"{path}:{number}: indent this line by two spaces: it continues a text")
        for command in COMMAND.finditer(line) if path.suffix == ".h" or line.lstrip().startswith("///") else ():
            try:
                sentence(command)
            except (LookupError, TypeError):
                fail(f"{path}:{number}: unknown markup: {command[0]}")


def parts(comment):
    """Returns the parts of a comment, without its signs: paragraphs, and commands with the text that follows them."""
    return re.split(r"\n(?=@|\n)", re.sub(r"^ *(///|\*) ?", "", comment.rstrip(), flags=re.M))


class Comments:
    """The comments of all exports in the files below a folder."""

    def __init__(self, folder=FFI):
        self.folder, self.parts = folder, {}
        for path in sorted(folder.rglob("*.rs")):
            check(path)
            self.parts |= {name: parts(comment) for comment, name in EXPORT.findall(path.read_text())}
        self.unprocessable = {f"CRI_ERR_{name.upper()}" for number, name, *_ in errors() if number in UNPROCESSABLE}

    def of(self, name):
        if name not in self.parts:
            fail(f"{self.folder} has no comment of {name}()")
        return self.parts[name]

    def parameters(self, name):
        """Returns the direction and the text of each parameter."""
        found = {}
        for part in self.of(name):
            if part.startswith("@param"):
                said = re.fullmatch(r"@param\[(in|out|in,out)\] (\S+) (.*)", part, re.S)
                if not said:
                    fail(f"{name}: not @param[DIR] NAME TEXT: {part}")
                found |= {parameter: (said[1], said[3]) for parameter in said[2].split(",")}
        return found

    def text(self, name, parameter):
        """Returns the text of a parameter, with the text of the parameter that it refers to."""
        _, text = self.parameters(name).get(parameter, ("", ""))
        return text + "".join(self.text(other, parameter) for other in re.findall(r"@sameas\{(\w+)\}", text))

    def is_step(self, name):
        """True if a function changes an object and stores nothing else. Its error is kept for _finish()."""
        directions = [direction for direction, _ in self.parameters(name).values()]
        finished = [other.removesuffix("finish") for other in self.parts if other.endswith("_finish")]
        return name.startswith(tuple(finished)) and "in,out" in directions and "out" not in directions

    def must_check(self, name, result):
        """True if C must check the result: without it, the program does not know whether outputs are stored, or which
        error occurred. The last call returns the first error of the steps before it.
        """
        parameters = self.parameters(name)
        if result == "bool":
            return any(direction == "out" for direction, _ in parameters.values())
        has_capacity = any(parameter.endswith("_cap") for parameter in parameters)
        return result == "cri_err_t" and not self.is_step(name) and (has_capacity or bool(self.errors(name)))

    def errors(self, name):
        """Returns the errors that the comment of a function names, or refers to."""
        found = set()
        for part in self.of(name):
            found |= set(re.findall(r"^@retval (CRI_ERR_\w+)", part))
            if part.startswith("@unprocessable"):
                found |= self.unprocessable
            for others in re.findall(r"^@errorsof\{(.*?)\}", part):
                found |= set().union(*(self.errors(other) for other in others.split(",")))
        return found
