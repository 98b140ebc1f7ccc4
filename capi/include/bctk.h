/* The C API of bctk: LLVM bitcode without LLVM. docs/linkers.md is an introduction, and the front page of the crate bctk-capi says
 * what holds for all functions.
 *
 * Made from the sources of the crate by `cargo xtask codegen`; do not edit. */

#ifndef BCTK_H
#define BCTK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The version of the interface in this header. The library has the same one, or a later one that works with it.
 */
#define BCTK_ABI_VERSION 0

/**
 * A flag of `bctk_features`: the library has assembly and translations.
 */
#define BCTK_FEATURE_TEXT 1

/**
 * A flag of `bctk_features`: the library has the verifier.
 */
#define BCTK_FEATURE_VERIFY 2

/**
 * The bit offset of an error or a finding that has none, and the byte offset of a module in another file.
 */
#define BCTK_NO_OFFSET UINT64_MAX

/**
 * A flag for `bctk_module_symbols`: ask the module although the file has a symbol table.
 */
#define BCTK_SYMBOLS_IGNORE_TABLE 1

/**
 * A flag for `bctk_module_symbols`: read linker options and libraries from the metadata if the file has no table; a table has them anyway.
 */
#define BCTK_SYMBOLS_DIRECTIVES 2

/**
 * A flag for `bctk_module_symbols`: find out which variables are constant, which tables do not tell.
 */
#define BCTK_SYMBOLS_CONSTANTS 4

/**
 * A flag for `bctk_module_symbols`: list `_GLOBAL_OFFSET_TABLE_` just where the newest LLVM does, whichever LLVM made the table.
 */
#define BCTK_SYMBOLS_AS_LLVM 8

/**
 * A flag of a symbol: it is defined elsewhere, or here only for inlining.
 */
#define BCTK_SYMBOL_UNDEFINED 8

/**
 * A flag of a symbol: it is weak, or merged with others of its name.
 */
#define BCTK_SYMBOL_WEAK 16

/**
 * A flag of a symbol: it is a common symbol of C; `common_size` and `common_align` tell what it needs.
 */
#define BCTK_SYMBOL_COMMON 32

/**
 * A flag of a symbol: it is an alias or an ifunc; with `BCTK_SYMBOL_WEAK` in COFF, a weak external that falls back to another symbol.
 */
#define BCTK_SYMBOL_INDIRECT 64

/**
 * A flag of a symbol: it must be kept although nothing in the program may refer to it.
 */
#define BCTK_SYMBOL_USED 128

/**
 * A flag of a symbol: it is thread-local.
 */
#define BCTK_SYMBOL_TLS 256

/**
 * A flag of a symbol: it may be left out of the dynamic symbol table if all who refer to it are in the same program.
 */
#define BCTK_SYMBOL_MAY_OMIT 512

/**
 * A flag of a symbol: it is visible outside of its module.
 */
#define BCTK_SYMBOL_GLOBAL 1024

/**
 * A flag of a symbol: it is none of the program, but private or an intrinsic of LLVM. Linkers skip it.
 */
#define BCTK_SYMBOL_FORMAT_SPECIFIC 2048

/**
 * A flag of a symbol: nobody compares its address (`unnamed_addr`).
 */
#define BCTK_SYMBOL_UNNAMED_ADDR 4096

/**
 * A flag of a symbol: it is code.
 */
#define BCTK_SYMBOL_EXECUTABLE 8192

/**
 * A flag of a symbol: it is a constant variable. Tables do not tell this; it is certain with `BCTK_SYMBOLS_CONSTANTS`, and for Darwin.
 */
#define BCTK_SYMBOL_CONSTANT 65536

/**
 * A flag for texts: below the text, describe what it does not say of its bitcode file, so that `bctk_module_bitcode` restores that file.
 */
#define BCTK_TEXT_LOSSLESS 1

/**
 * A flag for texts: print directives for the order of uses.
 */
#define BCTK_TEXT_USE_LIST_ORDER 2

/**
 * A flag for texts: add comments about uses, types and places in the source.
 */
#define BCTK_TEXT_ANNOTATIONS 4

/**
 * A flag for `bctk_module_strip`: remove debug information.
 */
#define BCTK_STRIP_DEBUG 1

/**
 * A flag for `bctk_module_strip`: remove the names of local values, blocks, types, and of internal and private symbols.
 */
#define BCTK_STRIP_NAMES 2

/**
 * A flag for `bctk_module_translate`: do not verify the result with the rules of the release.
 */
#define BCTK_TRANSLATE_UNVERIFIED 1

/**
 * What became of a call. Every function that can fail returns one.
 */
enum bctk_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * It was done.
     */
    BCTK_OK = 0,
    /**
     * An argument is wrong: a null pointer, an unknown enumerator, flag or release, a structure of an unknown size.
     */
    BCTK_INVALID_ARGUMENT = 1,
    /**
     * There is neither bitcode nor a text, or one of the two where the other is needed.
     */
    BCTK_NOT_LLVM = 2,
    /**
     * The bitcode is damaged.
     */
    BCTK_MALFORMED = 3,
    /**
     * The bitcode has something that is not known: it is of a newer LLVM, or of another compiler.
     */
    BCTK_UNSUPPORTED = 4,
    /**
     * The text has errors.
     */
    BCTK_SYNTAX = 5,
    /**
     * The input exceeds a limit; `bctk_error_limit` names it.
     */
    BCTK_LIMIT = 6,
    /**
     * A release of LLVM cannot express the module. The message names all that it cannot.
     */
    BCTK_UNREPRESENTABLE = 7,
    /**
     * The module has no symbol of this name.
     */
    BCTK_NO_SYMBOL = 8,
    /**
     * The module cannot be changed as asked: a name would be there twice.
     */
    BCTK_EDIT = 9,
    /**
     * Something could not be written.
     */
    BCTK_IO = 10,
    /**
     * A fault of bctk itself. Please report it with the input.
     */
    BCTK_INTERNAL = 11,
    /**
     * This library was built without what the call needs (`bctk_features`).
     */
    BCTK_NOT_BUILT = 12,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum bctk_status bctk_status;
#else
typedef uint32_t bctk_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The summary of a module, by which linkers tell ThinLTO from regular LTO.
 */
enum bctk_summary
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * There is none: the module is for regular LTO, or for none.
     */
    BCTK_SUMMARY_NONE = 0,
    /**
     * A summary for ThinLTO.
     */
    BCTK_SUMMARY_THIN = 1,
    /**
     * A summary for regular ("full") LTO together with modules for ThinLTO.
     */
    BCTK_SUMMARY_FULL = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum bctk_summary bctk_summary;
#else
typedef uint32_t bctk_summary;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What bytes are.
 */
enum bctk_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Nothing that bctk knows.
     */
    BCTK_KIND_OTHER = 0,
    /**
     * Bitcode.
     */
    BCTK_KIND_BITCODE = 1,
    /**
     * Bitcode in Darwin's wrapper.
     */
    BCTK_KIND_WRAPPER = 2,
    /**
     * An archive.
     */
    BCTK_KIND_ARCHIVE = 3,
    /**
     * An object file, or an image. It has bitcode in it if `bctk_identity_bitcode_files` is not 0.
     */
    BCTK_KIND_OBJECT = 4,
    /**
     * Text: presumably LLVM assembly.
     */
    BCTK_KIND_TEXT = 5,
    /**
     * A universal binary of Darwin.
     */
    BCTK_KIND_UNIVERSAL = 6,
    /**
     * A bundle of offload images.
     */
    BCTK_KIND_OFFLOAD = 7,
    /**
     * Another container of bitcode: a library of Metal, a DirectX container, several bitcode files one after the other.
     */
    BCTK_KIND_CONTAINER = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum bctk_kind bctk_kind;
#else
typedef uint32_t bctk_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Who sees a symbol.
 */
enum bctk_visibility
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Everybody.
     */
    BCTK_VISIBILITY_DEFAULT = 0,
    /**
     * Only the program or library that it is linked into.
     */
    BCTK_VISIBILITY_HIDDEN = 1,
    /**
     * Everybody, but the library itself always means its own.
     */
    BCTK_VISIBILITY_PROTECTED = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum bctk_visibility bctk_visibility;
#else
typedef uint32_t bctk_visibility;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How one of several comdats of a name is chosen.
 */
enum bctk_comdat_selection
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Any of them.
     */
    BCTK_COMDAT_ANY = 0,
    /**
     * Any of them; they must have the same contents.
     */
    BCTK_COMDAT_EXACT_MATCH = 1,
    /**
     * The largest.
     */
    BCTK_COMDAT_LARGEST = 2,
    /**
     * There must be only one. In ELF, it is a section group without the flag for comdats.
     */
    BCTK_COMDAT_NO_DEDUPLICATE = 3,
    /**
     * Any of them; they must have the same size.
     */
    BCTK_COMDAT_SAME_SIZE = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum bctk_comdat_selection bctk_comdat_selection;
#else
typedef uint32_t bctk_comdat_selection;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What happened to something that a release does not have. What is refused is in the message of `BCTK_UNREPRESENTABLE`.
 */
enum bctk_action
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * It became something with the same meaning.
     */
    BCTK_ACTION_LOWERED = 0,
    /**
     * It was left out; the program means the same.
     */
    BCTK_ACTION_DROPPED = 1,
    /**
     * It cannot be expressed.
     */
    BCTK_ACTION_REFUSED = 2,
    /**
     * It stays, but the code that the release makes of it is wrong, or it makes none.
     */
    BCTK_ACTION_KEPT = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum bctk_action bctk_action;
#else
typedef uint32_t bctk_action;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How much a finding matters.
 */
enum bctk_level
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * A module must not have it so that it can be printed and written.
     */
    BCTK_LEVEL_STRUCTURE = 0,
    /**
     * LLVM refuses it.
     */
    BCTK_LEVEL_FULL = 1,
    /**
     * It is in debug information, which LLVM drops then.
     */
    BCTK_LEVEL_DEBUG_INFO = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum bctk_level bctk_level;
#else
typedef uint32_t bctk_level;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What to make of a module.
 */
enum bctk_output
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Bitcode.
     */
    BCTK_OUTPUT_BITCODE = 1,
    /**
     * LLVM assembly.
     */
    BCTK_OUTPUT_TEXT = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum bctk_output bctk_output;
#else
typedef uint32_t bctk_output;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a translation may leave out.
 */
enum bctk_lossy
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Hints: attributes, flags and metadata that only help the optimizer or a debugger.
     */
    BCTK_LOSSY_HINTS = 0,
    /**
     * Nothing: all must have an equivalent.
     */
    BCTK_LOSSY_NONE = 1,
    /**
     * Also all debug information, if the release cannot express it.
     */
    BCTK_LOSSY_DEBUG = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum bctk_lossy bctk_lossy;
#else
typedef uint32_t bctk_lossy;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Bytes that a call made: a text, or bitcode. A zero byte follows them.
 */
typedef struct bctk_buffer bctk_buffer;

/**
 * Why a call failed. It belongs to the caller, who frees it with `bctk_error_free`.
 */
typedef struct bctk_error bctk_error;

/**
 * A file in memory. It does not change, so that several threads may use it at a time.
 */
typedef struct bctk_file bctk_file;

/**
 * What the verifier found. It does not change.
 */
typedef struct bctk_findings bctk_findings;

/**
 * What a file is, and who wrote it.
 */
typedef struct bctk_identity bctk_identity;

/**
 * A module of a file, which lives as long as the file and is not freed by itself. It does not change.
 */
typedef struct bctk_module bctk_module;

/**
 * What a translation changed, by kind. It does not change.
 */
typedef struct bctk_report bctk_report;

/**
 * The symbols of a module. They do not change, and live as long as they are not freed, even if the file is.
 */
typedef struct bctk_symbols bctk_symbols;

/**
 * Bytes of a handle, which live as long as it does. `data` is never null. There may be any bytes between, zero bytes, too.
 *
 * A zero byte follows the last one, but for strings of symbols, comdats, libraries and linker options: those are parts of the bitcode.
 */
typedef struct bctk_string {
    /**
     * The first byte.
     */
    const char *data;
    /**
     * How many bytes there are, without the zero byte after them.
     */
    size_t size;
} bctk_string;

/**
 * A limit on what an input may ask for. The names are those of bcconv's `--limit`, such as `block-depth`.
 */
typedef struct bctk_limit {
    /**
     * Its name.
     */
    struct bctk_string name;
    /**
     * Its value.
     */
    uint64_t value;
} bctk_limit;

/**
 * How to open a file. Set all to zero and `size` to `sizeof(bctk_open_options)`, then what is wanted.
 */
typedef struct bctk_open_options {
    /**
     * The size of the structure.
     */
    size_t size;
    /**
     * The name of the file: modules have it, and the first line of their texts. Nothing is read from there.
     */
    struct bctk_string name;
    /**
     * Limits other than the usual ones, which are far above what LLVM writes.
     */
    const struct bctk_limit *limits;
    /**
     * How many limits there are.
     */
    size_t limit_count;
} bctk_open_options;

/**
 * What is known of a module. Set `size` to `sizeof(bctk_module_info)` before the call. The strings belong to the module.
 */
typedef struct bctk_module_info {
    /**
     * The size of the structure.
     */
    size_t size;
    /**
     * Its name: that of the file, or `member.o:0` in a container.
     */
    struct bctk_string name;
    /**
     * Where its bitcode file, which may have several modules, or its text begins in the file, in bytes.
     */
    uint64_t offset;
    /**
     * How many bytes that bitcode file or text has.
     */
    uint64_t length;
    /**
     * Its index among the modules of that bitcode file.
     */
    uint64_t index;
    /**
     * How many modules that bitcode file has.
     */
    uint64_t count;
    /**
     * The section of an object file that it lies in; empty for none. Linkers use `.llvm.lto` and `__LLVM,__bitcode` instead of the code;
     * `.llvmbc` is an addition to it.
     */
    struct bctk_string section;
    /**
     * Whether it is LLVM assembly.
     */
    bool is_text;
    /**
     * Its summary.
     */
    bctk_summary summary;
    /**
     * The release of LLVM that wrote it: 17 for LLVM 17, 307 for LLVM 3.7; 0 if its producer is not known.
     */
    uint32_t llvm;
    /**
     * The program that wrote it, such as `LLVM22.1.8`; empty for a text.
     */
    struct bctk_string producer;
    /**
     * Its target triple.
     */
    struct bctk_string triple;
    /**
     * Its data layout, as it is stated.
     */
    struct bctk_string data_layout;
    /**
     * Its source file.
     */
    struct bctk_string source_file;
} bctk_module_info;

/**
 * A symbol. Set `size` to `sizeof(bctk_symbol)` before the call. The strings belong to the `bctk_symbols`.
 */
typedef struct bctk_symbol {
    /**
     * The size of the structure.
     */
    size_t size;
    /**
     * Its name in the object file.
     */
    struct bctk_string name;
    /**
     * Its name in the module; empty for a symbol of inline assembly and for one without a name.
     */
    struct bctk_string ir_name;
    /**
     * The section that it is placed in by name; empty for none.
     */
    struct bctk_string section;
    /**
     * The symbol that a weak external of COFF falls back to; empty for others.
     */
    struct bctk_string fallback;
    /**
     * Bytes of a common symbol.
     */
    uint64_t common_size;
    /**
     * Alignment of a common symbol in bytes; 0 if none is stated.
     */
    uint32_t common_align;
    /**
     * `BCTK_SYMBOL_…` flags.
     */
    uint32_t flags;
    /**
     * Who sees it.
     */
    bctk_visibility visibility;
    /**
     * The number of its comdat; -1 for none.
     */
    int32_t comdat;
} bctk_symbol;

/**
 * A comdat. Set `size` to `sizeof(bctk_comdat)` before the call.
 */
typedef struct bctk_comdat {
    /**
     * The size of the structure.
     */
    size_t size;
    /**
     * Its name in the object file.
     */
    struct bctk_string name;
    /**
     * How one of several is chosen.
     */
    bctk_comdat_selection selection;
} bctk_comdat;

/**
 * A symbol to rename. Both are names in the module (`ir_name`), without what the object format adds.
 */
typedef struct bctk_rename {
    /**
     * The name that it has.
     */
    struct bctk_string old_name;
    /**
     * The name that it gets.
     */
    struct bctk_string new_name;
} bctk_rename;

/**
 * How to translate. Set all to zero and `size` to `sizeof(bctk_translate_options)`, then what is wanted.
 */
typedef struct bctk_translate_options {
    /**
     * The size of the structure.
     */
    size_t size;
    /**
     * `BCTK_TRANSLATE_…` flags.
     */
    uint32_t flags;
    /**
     * A `bctk_lossy`.
     */
    uint32_t lossy;
    /**
     * A dialect whose rules the module must follow, such as `nvvm70`; empty for none. With one, the release is that of the dialect, and
     * `llvm` must be 0.
     */
    struct bctk_string dialect;
} bctk_translate_options;

/**
 * A kind of change. Set `size` to `sizeof(bctk_change)` before the call. The strings belong to the report.
 */
typedef struct bctk_change {
    /**
     * The size of the structure.
     */
    size_t size;
    /**
     * What happened.
     */
    bctk_action action;
    /**
     * The first release that has it: 17 for LLVM 17, 307 for LLVM 3.7; 0 if that is not known.
     */
    uint32_t since;
    /**
     * What it happened to: a feature, an attribute, an intrinsic, a field of debug information.
     */
    struct bctk_string what;
    /**
     * What was done, in words.
     */
    struct bctk_string how;
    /**
     * How many places it was done at.
     */
    uint64_t count;
    /**
     * How many of these `bctk_report_place` tells: the first few.
     */
    uint64_t places;
} bctk_change;

/**
 * A place of a change. Set `size` to `sizeof(bctk_place)` before the call.
 */
typedef struct bctk_place {
    /**
     * The size of the structure.
     */
    size_t size;
    /**
     * The name of the global value, or its number if it has no name; empty for the module itself.
     */
    struct bctk_string symbol;
    /**
     * The block of the function, from 0; -1 if it is not about an instruction.
     */
    int64_t block;
    /**
     * The instruction in that block, from 0; -1 if it is not about one.
     */
    int64_t instruction;
} bctk_place;

/**
 * A fault of a module. Set `size` to `sizeof(bctk_finding)` before the call. The strings belong to the findings.
 */
typedef struct bctk_finding {
    /**
     * The size of the structure.
     */
    size_t size;
    /**
     * How much it matters.
     */
    bctk_level level;
    /**
     * The message of LLVM.
     */
    struct bctk_string message;
    /**
     * The message and where the fault is, in one line.
     */
    struct bctk_string description;
    /**
     * The function that it is in; empty for none, and for one without a name.
     */
    struct bctk_string function;
    /**
     * Where in the bitcode it is, in bits; `BCTK_NO_OFFSET` if that is not known.
     */
    uint64_t bit;
    /**
     * The line in a text, from 1; 0 if that is not known.
     */
    uint64_t line;
    /**
     * The column in that line, from 1; 0 if that is not known.
     */
    uint64_t column;
    /**
     * The block of the function, from 0; -1 if it is not about an instruction.
     */
    int64_t block;
    /**
     * The operand at fault, from 0; -1 if it is not one.
     */
    int64_t operand;
} bctk_finding;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the interface of the library, to compare with `BCTK_ABI_VERSION`.
 */
uint32_t bctk_abi_version(void);

/**
 * The version of bctk, such as `0.2.0`.
 */
struct bctk_string bctk_version(void);

/**
 * What the library was built with, as `BCTK_FEATURE_…` flags. Libraries for linkers do without much; calls that need it are `BCTK_NOT_BUILT`.
 */
uint32_t bctk_features(void);

/**
 * The newest release of LLVM that bctk knows, which may be in development: 24 for LLVM 24.
 */
uint32_t bctk_newest_llvm(void);

/**
 * What the call that failed returned; `BCTK_OK` for null.
 */
bctk_status bctk_error_status(const struct bctk_error *error);

/**
 * What went wrong, in words, without the name of the file: one line, or for a text several with the lines of the source.
 */
struct bctk_string bctk_error_message(const struct bctk_error *error);

/**
 * Where in the bitcode the error is: bits from its start; `BCTK_NO_OFFSET` if it is not at a place in bitcode.
 */
uint64_t bctk_error_bit(const struct bctk_error *error);

/**
 * The blocks that this bit lies in, such as `MODULE/FUNCTION[3]/INST_CAST`; empty if it is not known.
 */
struct bctk_string bctk_error_path(const struct bctk_error *error);

/**
 * The line of a text that the first error is in, from 1; 0 if it is not in a text.
 */
uint64_t bctk_error_line(const struct bctk_error *error);

/**
 * The column in that line, from 1; 0 if the error is not in a text.
 */
uint64_t bctk_error_column(const struct bctk_error *error);

/**
 * The limit that the input exceeds, by the name that `bctk_limit` has; empty for other errors.
 */
struct bctk_string bctk_error_limit(const struct bctk_error *error);

/**
 * Frees an error; null is fine.
 */
void bctk_error_free(struct bctk_error *error);

/**
 * Opens the `size` bytes at `data`, and copies them. They may be bitcode, LLVM assembly, or a container of bitcode: an archive, an object file
 * and others. `options` may be null.
 *
 * An archive or an object file without bitcode has no modules; that is no error. Members of thin archives are not opened.
 */
bctk_status bctk_open(const void *data,
                      size_t size,
                      const struct bctk_open_options *options,
                      struct bctk_file **file,
                      struct bctk_error **error);

/**
 * As `bctk_open` without a copy: the bytes must stay as they are until the file and all `bctk_symbols` of its modules are freed.
 */
bctk_status bctk_open_borrowed(const void *data,
                               size_t size,
                               const struct bctk_open_options *options,
                               struct bctk_file **file,
                               struct bctk_error **error);

/**
 * Frees a file and its modules; null is fine. What was made of its modules stays.
 */
void bctk_file_free(struct bctk_file *file);

/**
 * How many modules a file has; 0 for null.
 */
size_t bctk_file_module_count(const struct bctk_file *file);

/**
 * A module of a file, in the order of the file; null if there are fewer.
 */
const struct bctk_module *bctk_file_module(const struct bctk_file *file, size_t index);

/**
 * How many parts of a container cannot be read. They are no error: all other parts can.
 */
size_t bctk_file_unread_count(const struct bctk_file *file);

/**
 * Which part cannot be read, and why, in one line; empty if there are fewer.
 */
struct bctk_string bctk_file_unread(const struct bctk_file *file, size_t index);

/**
 * Tells what a module is, without reading its functions. The release of a text is judged by its syntax.
 */
bctk_status bctk_module_get_info(const struct bctk_module *module,
                                 struct bctk_module_info *info,
                                 struct bctk_error **error);

/**
 * Tells what the `size` bytes at `data` are, whatever they are. Only headers and tables of sections and members are read, and the name of the
 * producer. The bytes are not needed afterwards.
 */
bctk_status bctk_identify(const void *data,
                          size_t size,
                          struct bctk_identity **identity,
                          struct bctk_error **error);

/**
 * What it is; `BCTK_KIND_OTHER` for null.
 */
bctk_kind bctk_identity_kind(const struct bctk_identity *identity);

/**
 * A word for the container, such as `thin archive`, `ELF`, `Metal library`; empty for what is none.
 */
struct bctk_string bctk_identity_container(const struct bctk_identity *identity);

/**
 * How many bitcode files it is or has, without members of a thin archive.
 */
size_t bctk_identity_bitcode_files(const struct bctk_identity *identity);

/**
 * The program that wrote the first of them, such as `LLVM22.1.8` or `APPLE_1_1600.0.26_0`; empty if it is not named.
 */
struct bctk_string bctk_identity_producer(const struct bctk_identity *identity);

/**
 * The release of LLVM that the producer names: 17 for LLVM 17, 307 for LLVM 3.7; 0 if it names none.
 */
uint32_t bctk_identity_llvm(const struct bctk_identity *identity);

/**
 * Frees an identity; null is fine.
 */
void bctk_identity_free(struct bctk_identity *identity);

/**
 * Lists the symbols of a module, with `BCTK_SYMBOLS_…` flags: from the symbol table of the file, and without one from the outline of the module.
 * Functions are not read, and nothing of the program is claimed.
 *
 * For a text, the module is read, and has the symbols that its bitcode would have.
 */
bctk_status bctk_module_symbols(const struct bctk_module *module,
                                uint32_t flags,
                                struct bctk_symbols **symbols,
                                struct bctk_error **error);

/**
 * How many symbols there are; 0 for null.
 */
size_t bctk_symbols_count(const struct bctk_symbols *symbols);

/**
 * Tells a symbol, in LLVM's order: functions, variables, aliases, ifuncs, symbols of inline assembly.
 */
bctk_status bctk_symbols_get(const struct bctk_symbols *symbols,
                             size_t index,
                             struct bctk_symbol *symbol,
                             struct bctk_error **error);

/**
 * How many comdats the symbols are in.
 */
size_t bctk_symbols_comdat_count(const struct bctk_symbols *symbols);

/**
 * Tells a comdat, by the number that symbols have.
 */
bctk_status bctk_symbols_comdat(const struct bctk_symbols *symbols,
                                size_t index,
                                struct bctk_comdat *comdat,
                                struct bctk_error **error);

/**
 * How many libraries the module asks a linker of ELF for (`#pragma comment(lib, …)`).
 */
size_t bctk_symbols_library_count(const struct bctk_symbols *symbols);

/**
 * The name of such a library; empty if there are fewer.
 */
struct bctk_string bctk_symbols_library(const struct bctk_symbols *symbols, size_t index);

/**
 * Options for a linker of COFF, each with a space before it.
 */
struct bctk_string bctk_symbols_linker_options(const struct bctk_symbols *symbols);

/**
 * The target triple of the module.
 */
struct bctk_string bctk_symbols_triple(const struct bctk_symbols *symbols);

/**
 * The source file of the module.
 */
struct bctk_string bctk_symbols_source_file(const struct bctk_symbols *symbols);

/**
 * Whether they are from the symbol table of the file, not from the module itself. Names in inline assembly are only certain in a table.
 */
bool bctk_symbols_from_table(const struct bctk_symbols *symbols);

/**
 * Frees symbols; null is fine.
 */
void bctk_symbols_free(struct bctk_symbols *symbols);

/**
 * Prints a module as LLVM assembly, as the `llvm-dis` of its own release does, with `BCTK_TEXT_…` flags. Of a text, it prints the same module
 * again.
 */
bctk_status bctk_module_text(const struct bctk_module *module,
                             uint32_t flags,
                             struct bctk_buffer **text,
                             struct bctk_error **error);

/**
 * The bitcode of a module: of a text, what the `llvm-as` of its release makes of it, or the file that a description below it restores; of
 * bitcode, a file with this module alone.
 */
bctk_status bctk_module_bitcode(const struct bctk_module *module,
                                struct bctk_buffer **bitcode,
                                struct bctk_error **error);

/**
 * Removes debug information, names or both, as `BCTK_STRIP_…` flags say. `output` is a `bctk_output`.
 */
bctk_status bctk_module_strip(const struct bctk_module *module,
                              uint32_t flags,
                              uint32_t output,
                              struct bctk_buffer **stripped,
                              struct bctk_error **error);

/**
 * Gives `count` symbols other names, all at once: two may exchange theirs. A comdat of an old name is renamed with its symbol; names in inline
 * assembly and in metadata stay. An old name that the module does not have is `BCTK_NO_SYMBOL`, a new one that would be there twice is
 * `BCTK_EDIT`. `output` is a `bctk_output`. From bitcode to bitcode, functions are copied and not read.
 */
bctk_status bctk_module_rename(const struct bctk_module *module,
                               const struct bctk_rename *names,
                               size_t count,
                               uint32_t output,
                               struct bctk_buffer **renamed,
                               struct bctk_error **error);

/**
 * Translates a module to the language of LLVM `llvm`: 17 for LLVM 17, 307 for LLVM 3.7. What that release does not have becomes something with
 * the same meaning, or is left out if the meaning stays; `BCTK_UNREPRESENTABLE` names all that cannot be expressed. `options` may be null.
 * `output` is a `bctk_output`. `report`, which may be null, is what was changed; it is freed with `bctk_report_free`.
 */
bctk_status bctk_module_translate(const struct bctk_module *module,
                                  uint32_t llvm,
                                  const struct bctk_translate_options *options,
                                  uint32_t output,
                                  struct bctk_buffer **translated,
                                  struct bctk_report **report,
                                  struct bctk_error **error);

/**
 * Why the reader of LLVM `llvm` refuses the bitcode of a module, in its words where they are known. `refusal` becomes null if it reads it. What a
 * release read before it was part of its language, as LLVM 13 did opaque pointers, counts as refused.
 */
bctk_status bctk_module_refusal(const struct bctk_module *module,
                                uint32_t llvm,
                                struct bctk_buffer **refusal,
                                struct bctk_error **error);

/**
 * The oldest release of LLVM whose reader takes the bitcode, as all later ones up to the module's own do; 0 if that one refuses it. This reads the
 * module once for each of them.
 */
bctk_status bctk_module_oldest_reader(const struct bctk_module *module,
                                      uint32_t *llvm,
                                      struct bctk_error **error);

/**
 * The bytes of a buffer, with a zero byte after them; never null.
 */
const char *bctk_buffer_data(const struct bctk_buffer *buffer);

/**
 * How many bytes a buffer has, without the zero byte after them; 0 for null.
 */
size_t bctk_buffer_size(const struct bctk_buffer *buffer);

/**
 * Frees a buffer; null is fine.
 */
void bctk_buffer_free(struct bctk_buffer *buffer);

/**
 * How many kinds of changes there are; 0 for null.
 */
size_t bctk_report_count(const struct bctk_report *report);

/**
 * Tells a kind of change.
 */
bctk_status bctk_report_get(const struct bctk_report *report,
                            size_t index,
                            struct bctk_change *change,
                            struct bctk_error **error);

/**
 * Tells one of the first places of a kind of change.
 */
bctk_status bctk_report_place(const struct bctk_report *report,
                              size_t index,
                              size_t number,
                              struct bctk_place *place,
                              struct bctk_error **error);

/**
 * Frees a report; null is fine.
 */
void bctk_report_free(struct bctk_report *report);

/**
 * Verifies a module as LLVM's verifier does, by the rules of LLVM `llvm` (17 for LLVM 17, 307 for LLVM 3.7), or by those of its own release if that
 * is 0. Findings are no error: a module without any is valid.
 */
bctk_status bctk_module_verify(const struct bctk_module *module,
                               uint32_t llvm,
                               struct bctk_findings **findings,
                               struct bctk_error **error);

/**
 * How many findings there are; 0 for null.
 */
size_t bctk_findings_count(const struct bctk_findings *findings);

/**
 * Tells a finding.
 */
bctk_status bctk_findings_get(const struct bctk_findings *findings,
                              size_t index,
                              struct bctk_finding *finding,
                              struct bctk_error **error);

/**
 * All findings as LLVM prints them: each message, and below it what it is about.
 */
struct bctk_string bctk_findings_text(const struct bctk_findings *findings);

/**
 * Frees findings; null is fine.
 */
void bctk_findings_free(struct bctk_findings *findings);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* BCTK_H */
