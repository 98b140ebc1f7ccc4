"""The examples in the docstrings do what they say."""

import doctest
import inspect

import pytest

import bctk
from bctk import _errors


def documented():
    """Everything with a docstring: name, text."""
    yield "bctk", bctk.__doc__
    for module in (bctk, _errors):
        for name in module.__all__:
            thing = getattr(module, name)
            if not isinstance(thing, str):
                yield name, inspect.getdoc(thing)
            if inspect.isclass(thing):
                for part, member in vars(thing).items():
                    # A value of a class has the documentation of its own class.
                    if callable(member) or hasattr(member, "__get__"):
                        yield f"{name}.{part}", getattr(member, "__doc__", None)


EXAMPLES = {name: text for name, text in documented() if text and ">>>" in text}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_example(name):
    test = doctest.DocTestParser().get_doctest(inspect.cleandoc(EXAMPLES[name]), {}, name, None, 0)
    report = []
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    result = doctest.DocTestRunner(optionflags=flags).run(test, out=report.append)
    assert result.failed == 0, "".join(report)


def test_there_are_examples():
    assert len(EXAMPLES) > 10


def test_all_is_documented():
    """Every class, function and property says what it is."""
    without = [name for name, text in documented() if not text and not name.rpartition(".")[2].startswith("_")]
    # Fields of nodes are LLVM's.
    fields = {f"{cls.__name__}.{name}" for cls in bctk.DINode.__subclasses__() for name in vars(cls)}
    assert [name for name in without if name not in fields] == []
