from tests.developers import need_packages

need_packages()
