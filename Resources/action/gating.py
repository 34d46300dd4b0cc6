#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reports what a pull request changes in an app's gating. It uses only the standard library.

    gating.py report [options]    runs compare, check, and lint, and writes a report
    gating.py comment [options]   keeps one comment of the pull request equal to the report

"report" lists the features of this version and of the base branch, and compares them. The report is Markdown, in a file,
on standard output, and in the summary of the workflow. The status is 1 if a command fails.

"comment" creates the comment or updates the earlier one, which it finds by a hidden marker. It needs a token in
FLINT_TOKEN that may write to pull requests, and the variables that a workflow sets. Without a token, and with the
read-only token of a fork, the report stays in the summary. The status is 1 if the service refuses the comment.

The two are separate processes, so that a process with the token never runs the code of the pull request.
"""

import argparse
import contextlib
import http.client
import json
import os
import re
import secrets
import shlex
import signal
import subprocess
import sys
import tempfile
import unicodedata
import urllib.error
import urllib.parse
import urllib.request

# The service accepts 65,536 characters. Bytes are counted instead, which are never fewer.
BODY_LIMIT = 60_000
# The end of a program's errors explains why it failed.
ERROR_LINES = 40
OUTPUT_LIMIT = 16 << 20
# A hundred comments of the largest size, with every character escaped.
RESPONSE_LIMIT = 64 << 20
PAGE_LIMIT = 200


class Problem(Exception):
    """An error for the user: what is wrong and what to do."""


# Text


def plain(text):
    """Returns text without characters that control a terminal, are invisible, or reorder other characters.

    Long runs of backticks are shortened, so that the fence around the text stays short.
    """
    hidden = ("Cc", "Cf", "Cs", "Zl", "Zp")
    text = re.sub("`{20,}", "`" * 20, text.replace("\r\n", "\n").expandtabs(4))
    return "".join(
        character if character == "\n" or unicodedata.category(character) not in hidden else "\ufffd"
        for character in text
    )


def line(text, limit=200):
    """Returns text as one short line."""
    text = " ".join(plain(text).split())
    return text if len(text) <= limit else text[:limit] + "…"


def size(text):
    return len(text.encode("utf-8", "replace"))


def cut(text, limit):
    """Returns the beginning of text within a number of bytes, and a note if text is missing."""
    if size(text) <= limit:
        return text, ""
    lines = text.split("\n")
    kept = []
    for each in lines:
        if size(each) + 1 > limit:
            break
        limit -= size(each) + 1
        kept.append(each)
    if not kept:
        start = lines[0].encode("utf-8", "replace")[: max(0, limit)].decode("utf-8", "ignore")
        return start, "The text is cut off here. The log of the workflow contains all of it."
    missing = len(lines) - len(kept)
    return "\n".join(kept), f"{missing:,} more lines are not shown. The log of the workflow contains them."


def shares(texts, limit):
    """Returns how many bytes of each text fit a limit. Short texts leave their room to the others."""
    found = {}
    for index in sorted(range(len(texts)), key=lambda index: size(texts[index])):
        found[index] = min(size(texts[index]), limit // (len(texts) - len(found)))
        limit -= found[index]
    return [found[index] for index in range(len(texts))]


def fenced(text):
    """Returns text as a code block, in which nothing is a mention, a link, or HTML."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}text\n{text}\n{fence}"


# Report


class Section:
    """The result of a command in the report. Its text is shown if there is news."""

    def __init__(self, command, result, text="", is_failure=False, is_news=False):
        self.command = command
        self.result = result
        self.text = plain(text).strip("\n") if is_failure or is_news else ""
        self.is_failure = is_failure
        self.is_news = is_failure or is_news


def marker(name):
    return f"<!-- flint gating: {name} -->"


def body(name, sections, limit=BODY_LIMIT):
    """Returns the report as Markdown, which begins with the marker."""
    head = [marker(name), f"### Gating of {name}", "", "| Command | Result |", "|---|---|"]
    head += [f"| `{section.command}` | {section.result} |" for section in sections]
    parts = ["\n".join(head)]
    shown = [section for section in sections if section.text]
    room = shares([section.text for section in shown], limit - size(parts[0]) - 400 * len(shown))
    for section, share in zip(shown, room):
        text, note = cut(section.text, share)
        parts.append(f"<details open><summary><code>{section.command}</code></summary>\n\n{fenced(text)}")
        parts += [note, "</details>"] if note else ["</details>"]
    return "\n\n".join(parts) + "\n"


def log(text):
    """Prints text, in which no line is a command to the workflow."""
    is_workflow = os.environ.get("GITHUB_ACTIONS") == "true"
    stop = secrets.token_hex(16)
    if is_workflow:
        print(f"::stop-commands::{stop}")
    print(plain(text).rstrip("\n"))
    if is_workflow:
        print(f"::{stop}::")
    sys.stdout.flush()


def annotate(level, message):
    """Prints an error or a notice, which the workflow displays."""
    stream = sys.stderr if level == "error" else sys.stdout
    print(f"gating.py: {message}", file=stream, flush=True)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        escaped = message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
        print(f"::{level}::{escaped}", flush=True)


class Run:
    """A program that has ended, with its output and its errors."""

    def __init__(self, words, folder=None, path=None):
        """Runs a program in a folder. Its output is logged, unless it is written to the file at a path."""
        # The files through which a step of a workflow changes later steps are not for this program.
        hidden = {"GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"}
        environment = {key: value for key, value in os.environ.items() if key not in hidden}
        with open(path, "w+b") if path else tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            try:
                self.status = subprocess.run(
                    words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                    check=False,
                ).returncode
            except OSError as error:
                raise Problem(f"{line(words[0])} cannot be started: {error.strerror}. Correct the command.") from None
            self.output = "" if path else self.text(output)
            self.errors = self.text(errors)
        log(f"$ {shlex.join(words)}\n{self.errors}{self.output}(status {self.status})")

    @staticmethod
    def text(file):
        """Returns the end of a file, which is all of it unless it is very long."""
        length = file.seek(0, os.SEEK_END)
        file.seek(max(0, length - OUTPUT_LIMIT))
        return file.read().decode("utf-8", "replace")

    @property
    def reason(self):
        """The end of the errors, or of the output if there are no errors."""
        lines = (self.errors.strip() or self.output.strip()).split("\n")
        return "\n".join(lines[-ERROR_LINES:])

    def section(self, command, results, failures=()):
        """Returns the section of a command whose results are given by status; other statuses are failures."""
        if self.status not in results or (self.status and not self.output.strip()):
            return Section(command, f"Failed with status {self.status}", self.reason, is_failure=True)
        return Section(
            command, results[self.status], self.output, is_failure=self.status in failures, is_news=self.status != 0
        )


def git(*words, folder=None):
    """Runs git and returns its output, or None if it fails."""
    # In a container, the checkout belongs to another user.
    workspace = os.environ.get("GITHUB_WORKSPACE") or os.getcwd()
    result = subprocess.run(
        ["git", "-c", f"safe.directory={workspace}", *words], cwd=folder, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
    )
    if result.returncode:
        if result.stderr:
            log(result.stderr.decode("utf-8", "replace"))
        return None
    return result.stdout.decode("utf-8", "surrogateescape").strip("\n")


def commit_of(base):
    """Returns the commit at which this branch left the base."""
    if not re.fullmatch(r"\w[\w./-]*", base):
        raise Problem(f"{line(base)!r} is not a commit or a branch. Correct the base.")
    commit = git("rev-parse", "--verify", "--quiet", f"{base}^{{commit}}")
    if commit is None:
        git("fetch", "--no-tags", "--depth=1", "origin", base)
        commit = git("rev-parse", "--verify", "--quiet", "FETCH_HEAD^{commit}")
    if not commit:
        raise Problem(f"The base {base} is not in the repository. Check it out with fetch-depth: 0.")
    # Without the history, the base itself is the best guess.
    return git("merge-base", "HEAD", commit) or commit


def committed(base, path):
    """Returns the text of a file as the base has it, or None if the base does not have it."""
    return git("show", f"{commit_of(base)}:./{os.path.relpath(path)}")


@contextlib.contextmanager
def checkout(base):
    """Checks the base out beside the working tree, and yields the folder in it that corresponds to this one."""
    commit = commit_of(base)
    prefix = git("rev-parse", "--show-prefix")
    with tempfile.TemporaryDirectory(prefix="flint-base-") as folder:
        tree = os.path.join(folder, "base")
        if prefix is None or git("worktree", "add", "--detach", tree, commit) is None:
            raise Problem(f"The base {base} cannot be checked out; git explains it above.")
        try:
            yield os.path.join(tree, prefix)
        finally:
            git("worktree", "remove", "--force", tree)


def comparison(command, options, folder):
    """Returns the section of the difference to the base, or None if there is no base."""
    title = "compare --prove"
    old, new = options.baseline, os.path.join(folder, "new.json")
    if not old:
        if not options.base:
            return None
        old = os.path.join(folder, "old.json")
        with checkout(options.base) as base:
            if not os.path.isdir(base):
                return Section(title, "Not compared: the base branch does not have this folder", is_news=True)
            try:
                run = Run([*command, "features", "--json"], base, old)
            except Problem as problem:
                result = "Not compared: the program of the base branch cannot be started"
                return Section(title, result, str(problem).removesuffix(" Correct the command."), is_news=True)
        if run.status:
            return Section(title, "Not compared: the program of the base branch failed", run.reason, is_news=True)
    results = {0: "No state loses or gains a feature", 1: "Features are or may be lost or gained"}
    failures = {1} if options.fail_on_difference == "true" else set()
    return Run([*command, "compare", old, new, "--prove"]).section(title, results, failures)


def gates(command, options, folder):
    """Returns the sections of the file of gates: what it changes, and whether it is up to date."""
    results = {0: "As recorded", 1: "Not as recorded"}
    sections = [Run([*command, "check", options.gates, "--lock"]).section("check --lock", results, {1})]
    if not options.base:
        return sections
    old = os.path.join(folder, "old.lock")
    text = committed(options.base, options.gates)
    if text is None:
        return [Section("compare", "Not compared: the base branch does not have the file of gates"), *sections]
    with open(old, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text + "\n")
    failures = {1} if options.fail_on_difference == "true" else set()
    results = {0: "No gate has changed", 1: "Gates have changed"}
    return [Run([*command, "compare", old, "now"]).section("compare", results, failures), *sections]


def examined(command, options, folder):
    """Returns the sections of the report."""
    run = Run([*command, "features", "--json"], None, os.path.join(folder, "new.json"))
    if run.status:
        return [Section("features --json", f"Failed with status {run.status}", run.reason, is_failure=True)]
    # A file of gates makes the build of the base unnecessary.
    sections = gates(command, options, folder) if options.gates else []
    if options.baseline or not options.gates:
        sections.append(comparison(command, options, folder))
    if options.expectations:
        results = {0: "Every expectation is met", 1: "Expectations are not met"}
        sections.append(Run([*command, "check", options.expectations]).section("check", results, {1}))
    sections.append(Run([*command, "lint"]).section("lint", {0: "No problems", 1: "Problems"}, {1}))
    return [section for section in sections if section]


def report(options):
    """Writes the report and returns the exit status."""
    if os.environ.get("GITHUB_EVENT_NAME") == "pull_request_target":
        raise Problem(
            "The code of a pull request must not run for pull_request_target, whose token may write. Use pull_request."
        )
    try:
        command = shlex.split(options.command)
    except ValueError:
        command = []
    if not command:
        raise Problem(f"{line(options.command)!r} is not a command. Set it to the one that runs your app's program.")
    with tempfile.TemporaryDirectory(prefix="flint-gating-") as folder:
        sections = examined(command, options, folder)
    text = body(options.name, sections)
    is_news = any(section.is_news for section in sections)
    with open(options.report, "w", encoding="utf-8") as file:
        file.write(text)
    log(text)
    append("GITHUB_STEP_SUMMARY", text)
    append("GITHUB_OUTPUT", f"news={str(is_news).lower()}\n")
    return 1 if any(section.is_failure for section in sections) else 0


def append(variable, text):
    """Appends text to the file that a variable of the workflow names, if it is set."""
    if path := os.environ.get(variable):
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)


# Comment


class Refused(Problem):
    """The token may not do this."""


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Treats a redirect as an error, because it would send the token to another address."""

    def redirect_request(self, *_):
        return None


class Service:
    """The HTTP service that hosts the repository."""

    def __init__(self, address, token, seconds):
        parts = urllib.parse.urlsplit(address)
        is_local = parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost")
        if not (parts.scheme == "https" and parts.hostname) and not is_local:
            raise Problem(f"GITHUB_API_URL is {line(address)!r}, which is not an https address.")
        if not re.fullmatch(r"[!-~]+", token):
            raise Problem("The token contains a space or another character that a token cannot have.")
        self.address = address.rstrip("/")
        self.token = token
        self.seconds = seconds
        self.opener = urllib.request.build_opener(NoRedirect)

    def call(self, method, path, value=None):
        """Sends a request and returns the decoded answer and the path of the next page, or None for the last one."""
        request = urllib.request.Request(
            self.address + path, method=method, data=None if value is None else json.dumps(value).encode(),
            headers={
                "Accept": "application/vnd.github+json", "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json", "User-Agent": "flint-gating",
            },
        )
        try:
            with deadline(self.seconds), self.opener.open(request) as response:
                data = response.read(RESPONSE_LIMIT + 1)
                link = response.headers.get("Link", "")
        except urllib.error.HTTPError as error:
            raise self.problem(error) from None
        except (urllib.error.URLError, OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, TimeoutError):
                raise Problem(f"The service did not answer within {self.seconds:g} seconds. Run the job again.") from None
            raise Problem(f"The service cannot be reached: {line(str(reason) or type(reason).__name__)}.") from None
        if len(data) > RESPONSE_LIMIT:
            raise Problem("The service's answer is too large.")
        try:
            return json.loads(data), self.following(link)
        except (ValueError, RecursionError):
            raise Problem("The service's answer is not JSON. Check GITHUB_API_URL.") from None

    def following(self, link):
        match = re.search(r'<([^>]*)>\s*;\s*rel="next"', link)
        if not match:
            return None
        if not match[1].startswith(self.address + "/"):
            raise Problem("The service's next page is at another address, which does not receive the token.")
        return match[1][len(self.address):]

    def problem(self, error):
        """Returns the error for a status of the service."""
        status = error.code
        try:
            with deadline(self.seconds):
                detail = json.loads(error.read(65_536)).get("message", "")
        except (ValueError, AttributeError, OSError, RecursionError, http.client.HTTPException):
            detail = ""
        said = f" (status {status}" + (f": {line(detail)}" if isinstance(detail, str) and detail else "") + ")"
        headers = error.headers
        if status == 429 or (status == 403 and (headers.get("x-ratelimit-remaining") == "0" or "retry-after" in headers)):
            return Problem(f"The service limits the number of requests{said}. Run the job again later.")
        if status == 401:
            return Problem(f"The service does not accept the token{said}. It is wrong or has expired.")
        if status == 403:
            return Refused(
                f"The token may not comment on the pull request{said}. Give the job the permission pull-requests: write."
            )
        if status == 404:
            return Problem(f"The service does not show the pull request to this token{said}. Check its repository.")
        if 300 <= status < 400:
            return Problem(f"The repository or the service has another address now{said}.")
        if status >= 500:
            return Problem(f"The service has failed{said}. Run the job again.")
        return Problem(f"The service refuses the request{said}.")


@contextlib.contextmanager
def deadline(seconds):
    """Interrupts everything within it after a time, also a server that sends one byte at a time."""

    def interrupt(*_):
        raise TimeoutError

    earlier = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, earlier)


def earlier_comment(service, path, options):
    """Returns the oldest comment of the author that begins with the marker, or None.

    Others can write the marker too, and could edit their comment after this program has updated it.
    """
    page = f"{path}?per_page=100"
    for _ in range(PAGE_LIMIT):
        comments, page = service.call("GET", page)
        if not isinstance(comments, list):
            raise Problem("The service's answer is not a list of comments. Check GITHUB_API_URL.")
        for comment in comments:
            if not isinstance(comment, dict) or not isinstance(comment.get("id"), int):
                raise Problem("The service's answer is not a list of comments. Check GITHUB_API_URL.")
            author = (comment.get("user") or {}).get("login")
            if author == options.author and str(comment.get("body")).startswith(marker(options.name)):
                return comment
        if page is None:
            return None
    raise Problem(f"The pull request has more than {PAGE_LIMIT} pages of comments.")


def pull_request():
    """Returns the pull request of the workflow's event, or None."""
    path = os.environ.get("GITHUB_EVENT_PATH")
    if not path:
        return None
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file).get("pull_request")
    except (OSError, ValueError, AttributeError):
        raise Problem("The file in GITHUB_EVENT_PATH cannot be read.") from None
    return found if isinstance(found, dict) and isinstance(found.get("number"), int) else None


def has_read_only_token(pull):
    """Whether the service gives workflows of this pull request a token that only reads."""

    def repository(side):
        return ((pull.get(side) or {}).get("repo") or {}).get("full_name")

    return repository("head") != repository("base") or os.environ.get("GITHUB_ACTOR") == "dependabot[bot]"


def comment(options):
    """Creates or updates the comment and returns the exit status."""
    with open(options.report, encoding="utf-8") as file:
        text = file.read()
    pull = pull_request()
    if pull is None:
        annotate("notice", "This workflow does not belong to a pull request. The report is in its summary.")
        return 0
    token = os.environ.get("FLINT_TOKEN", "").strip()
    if not token:
        annotate("notice", "There is no token, so the report is only in the summary of the workflow.")
        return 0
    repository = os.environ.get("GITHUB_REPOSITORY", "")
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", repository, re.ASCII):
        raise Problem(f"GITHUB_REPOSITORY is {line(repository)!r}, which is not OWNER/NAME.")
    service = Service(os.environ.get("GITHUB_API_URL") or "https://api.github.com", token, options.timeout)
    path = f"/repos/{repository}/issues/{pull['number']}/comments"
    try:
        earlier = earlier_comment(service, path, options)
        if earlier is None and options.update_only == "true":
            print("There is nothing new, and no earlier comment.")
        elif earlier is None:
            service.call("POST", path, {"body": text})
            print("Created the comment.")
        elif earlier["body"].replace("\r\n", "\n").strip() == text.strip():
            print("The comment is up to date.")
        else:
            service.call("PATCH", f"/repos/{repository}/issues/comments/{earlier['id']}", {"body": text})
            print("Updated the comment.")
    except Refused:
        if not has_read_only_token(pull):
            raise
        annotate("notice", "The token of this pull request only reads, so the report is only in the workflow's summary.")
    return 0


# Command line


def name(text):
    """Returns the name of an app that is safe in a marker and in a heading."""
    if not re.fullmatch(r"[A-Za-z0-9]+([ ._-]?[A-Za-z0-9]+)*", text) or len(text) > 100:
        raise argparse.ArgumentTypeError("use letters and digits, separated by single spaces, dots, or hyphens")
    return text


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parsers = parser.add_subparsers(required=True, metavar="report|comment")
    both = argparse.ArgumentParser(add_help=False)
    both.add_argument("--name", type=name, default="flint", help="the app's name, which tells its comment from others")
    both.add_argument("--report", default="gating.md", help="the file of the report")
    made = parsers.add_parser("report", parents=[both], help="run the commands and write the report")
    made.add_argument("--command", default="swift run flint", help="the words that run the app's program")
    made.add_argument("--base", default="", help="the commit to compare with, which is built")
    made.add_argument("--baseline", default="", help="instead of a base, a file that features --json has written")
    made.add_argument("--gates", default="", help="a file that check --lock has recorded; no base is built")
    made.add_argument("--expectations", default="", help="the expectations file")
    made.add_argument("--fail-on-difference", default="false", choices=["true", "false"])
    made.set_defaults(perform=report)
    kept = parsers.add_parser("comment", parents=[both], help="keep the comment equal to the report")
    kept.add_argument("--author", default="github-actions[bot]", help="the user of the token")
    kept.add_argument("--update-only", default="false", choices=["true", "false"])
    kept.add_argument("--timeout", type=float, default=30, help="seconds for each request")
    kept.set_defaults(perform=comment)
    return parser.parse_args()


def main():
    options = arguments()
    try:
        return options.perform(options)
    except Problem as problem:
        annotate("error", str(problem))
        return 1
    except OSError as error:
        annotate("error", f"{line(str(error.filename or 'A file'))}: {error.strerror}.")
        return 1


if __name__ == "__main__":
    sys.exit(main())
