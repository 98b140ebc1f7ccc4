"""LLVM bitcode and assembly of every LLVM, without LLVM."""

from bctk import dataset as dataset
from bctk import tables as tables
from bctk._bctk import assemble as assemble
from bctk._bctk import demangle as demangle
from bctk._bctk import diff as diff
from bctk._bctk import disassemble as disassemble
from bctk._bctk import dump as dump
from bctk._bctk import link as link
from bctk._bctk import open as open
from bctk._bctk import parse as parse
from bctk._bctk import read as read
from bctk._bctk import read_all as read_all
from bctk._bctk import Alias as Alias
from bctk._bctk import Argument as Argument
from bctk._bctk import Attribute as Attribute
from bctk._bctk import Block as Block
from bctk._bctk import Change as Change
from bctk._bctk import Constant as Constant
from bctk._bctk import DIArgList as DIArgList
from bctk._bctk import DIAssignID as DIAssignID
from bctk._bctk import DIBasicType as DIBasicType
from bctk._bctk import DICommonBlock as DICommonBlock
from bctk._bctk import DICompileUnit as DICompileUnit
from bctk._bctk import DICompositeType as DICompositeType
from bctk._bctk import DIDerivedType as DIDerivedType
from bctk._bctk import DIEnumerator as DIEnumerator
from bctk._bctk import DIExpression as DIExpression
from bctk._bctk import DIFile as DIFile
from bctk._bctk import DIFixedPointType as DIFixedPointType
from bctk._bctk import DIGenericSubrange as DIGenericSubrange
from bctk._bctk import DIGlobalVariable as DIGlobalVariable
from bctk._bctk import DIGlobalVariableExpression as DIGlobalVariableExpression
from bctk._bctk import DIImportedEntity as DIImportedEntity
from bctk._bctk import DILabel as DILabel
from bctk._bctk import DILexicalBlock as DILexicalBlock
from bctk._bctk import DILexicalBlockFile as DILexicalBlockFile
from bctk._bctk import DILocalVariable as DILocalVariable
from bctk._bctk import DILocation as DILocation
from bctk._bctk import DIMacro as DIMacro
from bctk._bctk import DIMacroFile as DIMacroFile
from bctk._bctk import DIModule as DIModule
from bctk._bctk import DINamespace as DINamespace
from bctk._bctk import DINode as DINode
from bctk._bctk import DIObjCProperty as DIObjCProperty
from bctk._bctk import DIStringType as DIStringType
from bctk._bctk import DISubprogram as DISubprogram
from bctk._bctk import DISubrange as DISubrange
from bctk._bctk import DISubrangeType as DISubrangeType
from bctk._bctk import DISubroutineType as DISubroutineType
from bctk._bctk import DITemplateTypeParameter as DITemplateTypeParameter
from bctk._bctk import DITemplateValueParameter as DITemplateValueParameter
from bctk._bctk import DebugLocation as DebugLocation
from bctk._bctk import DebugRecord as DebugRecord
from bctk._bctk import Diff as Diff
from bctk._bctk import File as File
from bctk._bctk import Finding as Finding
from bctk._bctk import Function as Function
from bctk._bctk import GenericDINode as GenericDINode
from bctk._bctk import GlobalValue as GlobalValue
from bctk._bctk import GlobalVariable as GlobalVariable
from bctk._bctk import Globals as Globals
from bctk._bctk import IFunc as IFunc
from bctk._bctk import InlineAsm as InlineAsm
from bctk._bctk import Instruction as Instruction
from bctk._bctk import MDString as MDString
from bctk._bctk import MDTuple as MDTuple
from bctk._bctk import MDValue as MDValue
from bctk._bctk import Metadata as Metadata
from bctk._bctk import MetadataAsValue as MetadataAsValue
from bctk._bctk import Module as Module
from bctk._bctk import NamedMetadata as NamedMetadata
from bctk._bctk import Symbol as Symbol
from bctk._bctk import Type as Type
from bctk._bctk import Types as Types
from bctk._bctk import Value as Value
from bctk._bctk import __version__ as __version__
from bctk._errors import Error as Error
from bctk._errors import InternalError as InternalError

__all__ = [
    "assemble",
    "demangle",
    "diff",
    "disassemble",
    "dump",
    "link",
    "open",
    "parse",
    "read",
    "read_all",
    "Alias",
    "Argument",
    "Attribute",
    "Block",
    "Change",
    "Constant",
    "DIArgList",
    "DIAssignID",
    "DIBasicType",
    "DICommonBlock",
    "DICompileUnit",
    "DICompositeType",
    "DIDerivedType",
    "DIEnumerator",
    "DIExpression",
    "DIFile",
    "DIFixedPointType",
    "DIGenericSubrange",
    "DIGlobalVariable",
    "DIGlobalVariableExpression",
    "DIImportedEntity",
    "DILabel",
    "DILexicalBlock",
    "DILexicalBlockFile",
    "DILocalVariable",
    "DILocation",
    "DIMacro",
    "DIMacroFile",
    "DIModule",
    "DINamespace",
    "DINode",
    "DIObjCProperty",
    "DIStringType",
    "DISubprogram",
    "DISubrange",
    "DISubrangeType",
    "DISubroutineType",
    "DITemplateTypeParameter",
    "DITemplateValueParameter",
    "DebugLocation",
    "DebugRecord",
    "Diff",
    "File",
    "Finding",
    "Function",
    "GenericDINode",
    "GlobalValue",
    "GlobalVariable",
    "Globals",
    "IFunc",
    "InlineAsm",
    "Instruction",
    "MDString",
    "MDTuple",
    "MDValue",
    "Metadata",
    "MetadataAsValue",
    "Module",
    "NamedMetadata",
    "Symbol",
    "Type",
    "Types",
    "Value",
    "Error",
    "InternalError",
    "__version__",
]
