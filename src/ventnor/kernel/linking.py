"""How compiled functions are put together: parts wait until an entry point needs them, then all are optimised once.

Numba by itself optimises every function and makes machine code of it, together with everything that it calls, before
it begins the next one: a function that lies ten calls deep is compiled ten times. Here a function that only compiled
code calls is a `Fragment`: it is lowered to LLVM's language and left alone. An entry point is a `Whole`: it takes in
the parts behind it, makes them its own, so that LLVM may change how they are called, and compiles them all in one go.
"""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportPrivateUsage=false
# (Numba and llvmlite have no types.)

from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm  # pyright: ignore[reportMissingTypeStubs]
from numba.core import compiler
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.typing.templates import make_concrete_template

TARGET: Any = cpu_target
WRAPPERS = ("cfunc.", "_ZN7cpython")  # how the names begin by which an entry point is called from outside
ENVIRONMENT = "_ZN08NumbaEnv"  # how the names of Numba's per-function data begin, which the kernel never uses


class Fragment(JITCodeLibrary):
    """The code of one function, unfinished until a `Whole` takes it in."""

    def finalize(self) -> None:
        """Stay as it is."""
        self._finalized = True


class Whole(JITCodeLibrary):
    """The code of an entry point with that of all parts behind it."""

    exported: tuple[str, ...] = ()

    def finalize(self) -> None:
        """Take in all parts, optimise once, and make machine code."""
        module: Any = self._final_module
        own = {each.name for each in (*module.functions, *module.global_variables) if not each.is_declaration}
        self.exported = tuple(sorted(name for name in own if name.startswith(WRAPPERS)))
        for library in libraries_behind(self):
            module.link_in(library._get_module_for_linking(), preserve=True)
        for each in module.functions:
            if not each.is_declaration and each.name not in self.exported:
                each.linkage = "internal"
        for each in module.global_variables:
            if each.name.startswith(ENVIRONMENT) and each.name not in own and not each.is_declaration:
                each.linkage = "internal"
        passes, builder = self._codegen._module_pass_manager()
        passes.run(module, builder)
        module.verify()
        self._finalize_final_module()

    def serialize_using_object_code(self) -> Any:
        """Return what the cache keeps: the machine code, and the names in it, which Numba reads from a module."""
        names = "".join(f'define void @"{name}"() {{ ret void }}\n' for name in self.exported)
        return (self.name, "object", (self._get_compiled_object(), llvm.parse_assembly(names).as_bitcode()))


class WholeCompiler(compiler.Compiler):
    """Numba's compiler for an entry point."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        super().__init__(typing, target, new_library(Whole, "entry point") if library is None else library, *rest)


class Callee:
    """Stands for a part where compiled code calls it."""

    def __init__(self, name: str) -> None:
        self.name = name


def new_library(kind: type[JITCodeLibrary], name: str) -> Any:
    """Return an empty library."""
    made: Any = kind(TARGET.target_context.codegen(), name)
    made.enable_object_caching()
    return made


def libraries_behind(whole: Whole) -> list[Any]:
    """Return the libraries that an entry point calls, directly or through parts."""
    found: dict[Any, None] = {}
    pending: list[Any] = [whole]
    while pending:
        for library in pending.pop()._linking_libraries:
            if library not in found:
                found[library] = None
                if isinstance(library, Fragment):
                    pending.append(library)
    return list(found)


def build_part(function: Callable[..., Any], signature: Any, inline: bool, apart: bool) -> Callee:
    """Return the object that compiled code calls in place of a function.

    `inline`: write it out wherever it is called. `apart`: never do so. Else LLVM decides.
    """
    typing, target = TARGET.typing_context, TARGET.target_context
    flags: Any = compiler.Flags()
    TARGET.options.parse_as_flags(flags, {"nopython": True, "nogil": True, "forceinline": inline})
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    library = new_library(Fragment, function.__qualname__)
    with global_compiler_lock:
        made: Any = compiler.compile_extra(
            typing, target, function, signature.args, signature.return_type, flags, {}, library=library
        )
        if apart:
            library._final_module.get_function(made.fndesc.llvm_func_name).add_function_attribute("noinline")
        callee = Callee(function.__name__)
        typing.insert_user_function(callee, make_concrete_template(callee.name, callee, [made.signature]))
        target.insert_user_function(callee, made.fndesc, [library])
    return callee
