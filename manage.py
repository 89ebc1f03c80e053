#!/usr/bin/env python3
"""Everything one does with the house: `python3 manage.py up` runs it, `python3 manage.py test` tests it.

This file needs nothing but Python 3.11. Where the project's packages are not installed it makes a virtual
environment of its own in `.venv` from the hashed lock, and goes on in there.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
NEEDED = (3, 11)
DEVELOPERS_COMMANDS = ("test", "makemigrations", "messages")


def give_up(problem, cure):
    sys.exit(f"\n{problem}\n  -> {cure}")


def interpreter():
    """A Python that is new enough: this one, or another on the path."""
    if sys.version_info >= NEEDED:
        return sys.executable
    for name in ("python3.14", "python3.13", "python3.12", "python3.11"):
        found = shutil.which(name)
        if found:
            return found
    version = ".".join(map(str, sys.version_info[:3]))
    return give_up(
        f"Python 3.11 or newer is needed; this is {version}.",
        "Install a newer Python (Debian, Ubuntu: apt install python3.11 python3.11-venv), "
        "and run this again with it.",
    )


def venv_python():
    return os.path.join(VENV, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))


def lock_for(command):
    return os.path.join(
        ROOT, "deploy", "requirements-dev.lock" if command in DEVELOPERS_COMMANDS else "requirements.lock"
    )


def fingerprint(lock):
    with open(lock, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def is_installed(lock):
    """Whether `.venv` was filled from this very lock (the developers' lock holds the other one too)."""
    stamp = os.path.join(VENV, "installed-from")
    if not os.path.exists(stamp) or not os.path.exists(venv_python()):
        return False
    with open(stamp) as file:
        return fingerprint(lock) in file.read().split()


def make_environment(lock):
    """Make or mend `.venv` so that it holds what `lock` names, checked against its hashes."""
    python = interpreter()
    if not os.path.exists(venv_python()):
        print("Making a virtual environment in .venv …", flush=True)
        bundled = subprocess.run([python, "-c", "import ensurepip"], capture_output=True)
        flags = ["--without-pip"] if bundled.returncode else []
        made = subprocess.run([python, "-m", "venv", *flags, VENV], capture_output=True, text=True)
        if made.returncode:
            shutil.rmtree(VENV, ignore_errors=True)
            give_up(
                "The virtual environment could not be made:\n" + (made.stdout + made.stderr).strip(),
                "Install Python's venv module (Debian, Ubuntu: apt install python3-venv) and run this again.",
            )
    if subprocess.run([venv_python(), "-m", "pip", "--version"], capture_output=True).returncode == 0:
        pip = [venv_python(), "-m", "pip"]
    elif subprocess.run([python, "-m", "pip", "--version"], capture_output=True).returncode == 0:
        pip = [python, "-m", "pip", "--python", venv_python()]
    else:
        shutil.rmtree(VENV, ignore_errors=True)
        give_up(
            "Python's package installer, pip, is missing.",
            "Install it (Debian, Ubuntu: apt install python3-venv python3-pip) and run this again.",
        )
    install([*pip, "install", "--disable-pip-version-check", "--require-hashes", "-r", lock], lock)
    locks = [lock]
    if lock.endswith("requirements-dev.lock"):
        locks.append(lock_for(""))
    with open(os.path.join(VENV, "installed-from"), "w") as file:
        file.write("\n".join(fingerprint(each) for each in locks))


def install(command, lock):
    """Run pip, saying how far it is; what it said besides is shown only if it fails."""
    with open(lock) as file:
        total = sum("==" in line and line[:1].isalnum() for line in file)
    print(f"Installing {total} packages at most, once; a minute or two, more on a slow line …", flush=True)
    said, fetched = [], 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        for line in pip.stdout:
            said.append(line)
            if line.startswith("Collecting "):
                fetched += 1
                end = "\r" if sys.stdout.isatty() else "\n"
                if sys.stdout.isatty() or fetched % 10 == 0:
                    print(f"  {fetched} of {total} found   ", end=end, flush=True)
            elif line.startswith("Installing "):
                print("  all found; unpacking them …", flush=True)
    if pip.returncode:
        give_up(
            "".join(said[-15:]) + "\nThe packages could not be installed; pip's last words stand above.",
            "Check the connection to your package index, or the proxy's settings, and run this again.",
        )


def go_on_in_the_environment(command):
    """Run in `.venv`, made if need be, unless the settings are named: then the packages are installed. A
    container has, and so has `deploy/debian/poste`, by pip and without the developers' ones.
    """
    if importlib.util.find_spec("django") and os.environ.get("DJANGO_SETTINGS_MODULE"):
        return
    in_venv = os.path.realpath(sys.prefix) == os.path.realpath(VENV)
    lock = lock_for(command)
    if not is_installed(lock):
        make_environment(lock)
        in_venv = False
    if not in_venv:
        arguments = [venv_python(), os.path.abspath(__file__), *sys.argv[1:]]
        if os.name == "nt":
            sys.exit(subprocess.run(arguments).returncode)
        os.execv(arguments[0], arguments)


def main():
    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    go_on_in_the_environment(command)
    default = "league.settings.test" if command == "test" else "league.settings.embedded"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", default)
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
