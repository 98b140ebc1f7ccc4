/* Calls every function of the API with right and with wrong arguments: `every FILE...` runs them on files, `every --pack FILE` on inputs one
 * after the other, each with its size in four bytes before it. */
#include "each.h"

static unsigned char *contents(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    unsigned char *data;
    long end;
    CHECK(file != NULL);
    CHECK(fseek(file, 0, SEEK_END) == 0);
    end = ftell(file);
    CHECK(end >= 0 && fseek(file, 0, SEEK_SET) == 0);
    /* Just as many bytes, so that the sanitizers see a look behind them. */
    data = malloc(end ? (size_t)end : 1);
    CHECK(data != NULL && fread(data, 1, (size_t)end, file) == (size_t)end);
    fclose(file);
    *size = (size_t)end;
    return data;
}

static size_t pack(const char *path) {
    FILE *file = fopen(path, "rb");
    unsigned char head[4];
    uint32_t number = 0;
    CHECK(file != NULL);
    while (fread(head, 1, 4, file) == 4) {
        size_t size = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
        unsigned char *data = malloc(size ? size : 1);
        CHECK(data != NULL && fread(data, 1, size, file) == size);
        each_input(data, size, number++);
        free(data);
    }
    fclose(file);
    return number;
}

static bctk_string text(const char *words) {
    bctk_string string;
    string.data = words;
    string.size = strlen(words);
    return string;
}

/* A module of a text; the file that it belongs to goes to `file`. */
static const bctk_module *parsed(const char *words, bctk_file **file) {
    bctk_open_options options;
    bctk_error *error = NULL;
    bctk_status status;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.name = text("a.ll");
    status = bctk_open(words, strlen(words), &options, file, &error);
    CHECK(each_done(status, error, *file));
    CHECK(bctk_file_module_count(*file) == 1);
    return bctk_file_module(*file, 0);
}

/* The bitcode of a text. */
static bctk_buffer *assembled(const char *words) {
    bctk_file *file = NULL;
    bctk_buffer *bitcode = NULL;
    const bctk_module *module = parsed(words, &file);
    CHECK(bctk_module_bitcode(module, &bitcode, NULL) == BCTK_OK);
    bctk_file_free(file);
    return bitcode;
}

/* Wrong arguments are errors, whichever they are. */
static void refusals(void) {
    static const char words[] = "define void @f() {\n  ret void\n}\n";
    bctk_file *file = NULL;
    const bctk_module *module = parsed(words, &file);
    bctk_error *error = NULL;
    bctk_file *other = (bctk_file *)&other;
    bctk_buffer *buffer = (bctk_buffer *)&buffer;
    bctk_open_options options;
    bctk_translate_options translation;
    bctk_module_info info;
    bctk_limit limit;
    bctk_rename name;
    bctk_status status;
    uint32_t llvm;
    struct {
        bctk_open_options known;
        size_t later;
    } longer;
    memset(&options, 0, sizeof options);
    /* No size, a size that is too small, one that nobody set. */
    status = bctk_open(words, 4, &options, &other, &error);
    CHECK(!each_done(status, error, other));
    error = NULL;
    options.size = 3;
    CHECK(bctk_open(words, 4, &options, &other, NULL) == BCTK_INVALID_ARGUMENT);
    options.size = (size_t)-1;
    CHECK(bctk_open(words, 4, &options, &other, NULL) == BCTK_INVALID_ARGUMENT && other == NULL);
    /* A longer one is fine as long as what is not known is not asked for. */
    memset(&longer, 0, sizeof longer);
    longer.known.size = sizeof longer;
    CHECK(bctk_open(words, sizeof words - 1, &longer.known, &other, NULL) == BCTK_OK);
    bctk_file_free(other);
    longer.later = 1;
    CHECK(bctk_open(words, sizeof words - 1, &longer.known, &other, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_open(NULL, 4, NULL, &other, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_open(words, (size_t)-1, NULL, &other, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_open(words, 4, NULL, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_open(words, 4, (const bctk_open_options *)((const char *)&longer + 1), &other, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_open(NULL, 0, NULL, &other, NULL) == BCTK_NOT_LLVM && other == NULL);
    options.size = sizeof options;
    options.limit_count = 1;
    CHECK(bctk_open(words, 4, &options, &other, NULL) == BCTK_INVALID_ARGUMENT);
    options.limits = &limit;
    limit.name = text("no-such-limit");
    limit.value = 1;
    CHECK(bctk_open(words, 4, &options, &other, NULL) == BCTK_INVALID_ARGUMENT);
    limit.name = text("nesting");
    CHECK(bctk_open("@a = global [1 x [1 x i8]] zeroinitializer\n", 43, &options, &other, NULL) == BCTK_OK);
    CHECK(bctk_module_bitcode(bctk_file_module(other, 0), &buffer, &error) == BCTK_LIMIT || bctk_error_status(error) == BCTK_SYNTAX);
    bctk_error_free(error);
    bctk_file_free(other);
    CHECK(buffer == NULL);
    /* Enumerators, flags, releases. */
    CHECK(bctk_module_text(module, 1u << 20, &buffer, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_module_strip(module, 1, 77, &buffer, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_module_strip(module, 64, BCTK_OUTPUT_TEXT, &buffer, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_module_translate(module, 99, NULL, BCTK_OUTPUT_TEXT, &buffer, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_module_translate(module, 0, NULL, BCTK_OUTPUT_TEXT, &buffer, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    memset(&translation, 0, sizeof translation);
    translation.size = sizeof translation;
    translation.lossy = 9;
    CHECK(bctk_module_translate(module, 17, &translation, BCTK_OUTPUT_TEXT, &buffer, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    translation.lossy = BCTK_LOSSY_NONE;
    translation.dialect = text("klingon");
    CHECK(bctk_module_translate(module, 0, &translation, BCTK_OUTPUT_TEXT, &buffer, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    translation.dialect = text("nvvm70");
    CHECK(bctk_module_translate(module, 17, &translation, BCTK_OUTPUT_TEXT, &buffer, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_module_rename(module, NULL, 1, BCTK_OUTPUT_TEXT, &buffer, NULL) == BCTK_INVALID_ARGUMENT);
    name.old_name = text("g");
    name.new_name = text("h");
    CHECK(bctk_module_rename(module, &name, 1, BCTK_OUTPUT_TEXT, &buffer, NULL) == BCTK_NO_SYMBOL);
    CHECK(bctk_module_refusal(module, 17, &buffer, NULL) == BCTK_NOT_LLVM);
    CHECK(bctk_module_refusal(module, 17, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_module_oldest_reader(module, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_module_oldest_reader(module, &llvm, NULL) == BCTK_NOT_LLVM && llvm == 0);
    /* A place that is not there, a structure without a size. */
    info.size = 0;
    CHECK(bctk_module_get_info(module, &info, NULL) == BCTK_INVALID_ARGUMENT);
    info.size = sizeof info;
    CHECK(bctk_module_get_info(NULL, &info, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_module_get_info(module, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_module_get_info(module, &info, NULL) == BCTK_OK);
    /* Null, wherever a handle is due. */
    CHECK(bctk_file_module_count(NULL) == 0 && bctk_file_module(NULL, 0) == NULL && bctk_file_unread_count(NULL) == 0);
    CHECK(bctk_file_unread(file, 0).size == 0 && bctk_file_unread(NULL, 0).size == 0);
    CHECK(bctk_identity_kind(NULL) == BCTK_KIND_OTHER && bctk_identity_llvm(NULL) == 0 && bctk_identity_bitcode_files(NULL) == 0);
    CHECK(bctk_identity_container(NULL).size == 0 && bctk_identity_producer(NULL).size == 0);
    CHECK(bctk_symbols_count(NULL) == 0 && bctk_symbols_comdat_count(NULL) == 0 && bctk_symbols_library_count(NULL) == 0);
    CHECK(bctk_symbols_get(NULL, 0, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_symbols_comdat(NULL, 0, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_symbols_library(NULL, 0).size == 0 && bctk_symbols_linker_options(NULL).size == 0 && !bctk_symbols_from_table(NULL));
    CHECK(bctk_symbols_triple(NULL).size == 0 && bctk_symbols_source_file(NULL).size == 0);
    CHECK(bctk_findings_count(NULL) == 0 && bctk_findings_text(NULL).size == 0);
    CHECK(bctk_findings_get(NULL, 0, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_report_count(NULL) == 0 && bctk_report_get(NULL, 0, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_report_place(NULL, 0, 0, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_buffer_size(NULL) == 0 && bctk_buffer_data(NULL)[0] == 0);
    CHECK(bctk_module_text(NULL, 0, &buffer, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_module_verify(NULL, 0, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_module_symbols(NULL, 0, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_identify(NULL, 1, NULL, NULL) == BCTK_INVALID_ARGUMENT);
    bctk_file_free(NULL);
    bctk_identity_free(NULL);
    bctk_symbols_free(NULL);
    bctk_findings_free(NULL);
    bctk_report_free(NULL);
    bctk_buffer_free(NULL);
    bctk_error_free(NULL);
    bctk_file_free(file);
}

/* What the functions say of a small module. */
static void answers(void) {
    static const char words[] = "source_filename = \"a.c\"\n"
                                "target triple = \"x86_64-unknown-linux-gnu\"\n"
                                "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128\"\n"
                                "$g = comdat nodeduplicate\n"
                                "@c = common global i64 0, align 16\n"
                                "@t = internal thread_local global i32 1, section \"here\"\n"
                                "define hidden void @f() {\n  call void @u()\n  ret void\n}\n"
                                "define linkonce_odr void @g() comdat {\n  ret void\n}\n"
                                "declare void @u()\n";
    bctk_buffer *bitcode = assembled(words);
    bctk_identity *identity = NULL;
    bctk_file *file = NULL;
    bctk_symbols *symbols = NULL;
    bctk_buffer *buffer = NULL;
    bctk_error *error = NULL;
    bctk_module_info info;
    bctk_comdat comdat;
    bctk_rename names[2];
    const bctk_module *module;
    uint32_t oldest = 0;
    size_t at, seen = 0;
    CHECK(bctk_identify(bctk_buffer_data(bitcode), bctk_buffer_size(bitcode), &identity, NULL) == BCTK_OK);
    CHECK(bctk_identity_kind(identity) == BCTK_KIND_BITCODE && bctk_identity_bitcode_files(identity) == 1);
    CHECK(bctk_identity_llvm(identity) >= 22 && !strncmp(bctk_identity_producer(identity).data, "LLVM2", 5));
    bctk_identity_free(identity);
    CHECK(bctk_open_borrowed(bctk_buffer_data(bitcode), bctk_buffer_size(bitcode), NULL, &file, NULL) == BCTK_OK);
    module = bctk_file_module(file, 0);
    info.size = sizeof info;
    CHECK(bctk_module_get_info(module, &info, NULL) == BCTK_OK);
    CHECK(info.offset == 0 && info.length == bctk_buffer_size(bitcode) && info.count == 1 && !info.is_text);
    CHECK(!strcmp(info.source_file.data, "a.c") && !strcmp(info.triple.data, "x86_64-unknown-linux-gnu") && info.llvm >= 22);
    CHECK(bctk_module_symbols(module, 0, &symbols, NULL) == BCTK_OK);
    /* They outlive the file. */
    bctk_file_free(file);
    CHECK(bctk_symbols_count(symbols) == 5 && bctk_symbols_from_table(symbols));
    for (at = 0; at < 5; at++) {
        bctk_symbol symbol;
        symbol.size = sizeof symbol;
        CHECK(bctk_symbols_get(symbols, at, &symbol, NULL) == BCTK_OK && symbol.name.size == 1);
        switch (*symbol.name.data) {
        case 'c':
            CHECK(symbol.flags & BCTK_SYMBOL_COMMON && symbol.common_size == 8 && symbol.common_align == 16);
            seen |= 1;
            break;
        case 't':
            CHECK(symbol.flags & BCTK_SYMBOL_TLS && !(symbol.flags & BCTK_SYMBOL_GLOBAL));
            CHECK(symbol.section.size == 4 && !memcmp(symbol.section.data, "here", 4));
            seen |= 2;
            break;
        case 'f':
            CHECK(symbol.flags & BCTK_SYMBOL_EXECUTABLE && symbol.visibility == BCTK_VISIBILITY_HIDDEN);
            seen |= 4;
            break;
        case 'g':
            CHECK(symbol.flags & BCTK_SYMBOL_WEAK && symbol.comdat == 0);
            seen |= 8;
            break;
        case 'u':
            CHECK(symbol.flags & BCTK_SYMBOL_UNDEFINED && symbol.comdat == -1);
            seen |= 16;
            break;
        }
    }
    CHECK(seen == 31);
    comdat.size = sizeof comdat;
    CHECK(bctk_symbols_comdat_count(symbols) == 1 && bctk_symbols_comdat(symbols, 0, &comdat, NULL) == BCTK_OK);
    CHECK(comdat.selection == BCTK_COMDAT_NO_DEDUPLICATE && comdat.name.size == 1 && *comdat.name.data == 'g');
    CHECK(bctk_symbols_comdat(symbols, 1, &comdat, NULL) == BCTK_INVALID_ARGUMENT);
    bctk_symbols_free(symbols);
    /* An exchange of names. */
    CHECK(bctk_open(bctk_buffer_data(bitcode), bctk_buffer_size(bitcode), NULL, &file, NULL) == BCTK_OK);
    /* A file that ends too soon. */
    {
        bctk_file *half = NULL;
        bctk_status status = bctk_open(bctk_buffer_data(bitcode), bctk_buffer_size(bitcode) / 2 & ~(size_t)3, NULL, &half, &error);
        CHECK(status == BCTK_MALFORMED && half == NULL && bctk_error_bit(error) != BCTK_NO_OFFSET);
        bctk_error_free(error);
        error = NULL;
    }
    bctk_buffer_free(bitcode);
    module = bctk_file_module(file, 0);
    names[0].old_name = names[1].new_name = text("f");
    names[0].new_name = names[1].old_name = text("u");
    CHECK(bctk_module_rename(module, names, 2, BCTK_OUTPUT_TEXT, &buffer, NULL) == BCTK_OK);
    CHECK(strstr(bctk_buffer_data(buffer), "define hidden void @u()") && strstr(bctk_buffer_data(buffer), "declare void @f()"));
    bctk_buffer_free(buffer);
    names[0].new_name = text("g");
    CHECK(bctk_module_rename(module, names, 1, BCTK_OUTPUT_BITCODE, &buffer, &error) == BCTK_EDIT && buffer == NULL);
    CHECK(bctk_error_status(error) == BCTK_EDIT && strstr(bctk_error_message(error).data, "g"));
    bctk_error_free(error);
    error = NULL;
    /* A common symbol in a typed world. */
    CHECK(bctk_module_translate(module, 9, NULL, BCTK_OUTPUT_TEXT, &buffer, NULL, NULL) == BCTK_OK);
    CHECK(strstr(bctk_buffer_data(buffer), "@c = common global i64 0, align 16"));
    bctk_buffer_free(buffer);
    CHECK(bctk_module_oldest_reader(module, &oldest, NULL) == BCTK_OK && oldest > 0 && oldest != 1);
    CHECK(bctk_module_refusal(module, oldest, &buffer, NULL) == BCTK_OK && buffer == NULL);
    bctk_file_free(file);
    /* Errors have places. */
    CHECK(bctk_open("define void @f() {\n  ad\n}\n", 26, NULL, &file, NULL) == BCTK_OK);
    CHECK(bctk_module_bitcode(bctk_file_module(file, 0), &buffer, &error) == BCTK_SYNTAX);
    CHECK(bctk_error_line(error) == 2 && bctk_error_column(error) == 3 && bctk_error_bit(error) == BCTK_NO_OFFSET);
    CHECK(!strchr(bctk_error_message(error).data, '\033'));
    bctk_error_free(error);
    bctk_file_free(file);
    error = NULL;
    CHECK(bctk_open("BC\xc0\xde\xff\xff\xff\xff", 8, NULL, &file, &error) == BCTK_MALFORMED && file == NULL);
    bctk_error_free(error);
    /* A fault that the verifier finds. */
    {
        bctk_findings *findings = NULL;
        bctk_finding finding;
        static const char faulty[] = "define void @f() {\nentry:\n  br label %a\na:\n  %p = phi i32 [ 0, %entry ], [ 1, %a ]\n  ret void\n}\n";
        finding.size = sizeof finding;
        module = parsed(faulty, &file);
        CHECK(bctk_module_verify(module, 0, &findings, NULL) == BCTK_OK && bctk_findings_count(findings) == 1);
        CHECK(bctk_findings_get(findings, 0, &finding, NULL) == BCTK_OK && finding.level == BCTK_LEVEL_FULL);
        CHECK(!strcmp(finding.function.data, "f") && finding.block == 1 && finding.line == 5 && finding.column == 3);
        CHECK(bctk_findings_get(findings, 1, &finding, NULL) == BCTK_INVALID_ARGUMENT);
        bctk_findings_free(findings);
        bctk_file_free(file);
    }
}

/* What a library without assembly says of a text: it is one, and cannot be read. */
static void without_text(void) {
    bctk_file *file = NULL;
    const bctk_module *module = parsed("define void @f() {\n  ret void\n}\n", &file);
    bctk_buffer *buffer = NULL;
    bctk_symbols *symbols = NULL;
    bctk_findings *findings = NULL;
    bctk_error *error = NULL;
    bctk_module_info info;
    uint32_t llvm = 1;
    info.size = sizeof info;
    CHECK(bctk_module_get_info(module, &info, &error) == BCTK_NOT_BUILT);
    CHECK(strstr(bctk_error_message(error).data, "without"));
    bctk_error_free(error);
    CHECK(bctk_module_symbols(module, 0, &symbols, NULL) == BCTK_NOT_BUILT && symbols == NULL);
    CHECK(bctk_module_bitcode(module, &buffer, NULL) == BCTK_NOT_BUILT && buffer == NULL);
    CHECK(bctk_module_text(module, 0, &buffer, NULL) == BCTK_NOT_BUILT && buffer == NULL);
    CHECK(bctk_module_strip(module, BCTK_STRIP_DEBUG, BCTK_OUTPUT_BITCODE, &buffer, NULL) == BCTK_NOT_BUILT && buffer == NULL);
    CHECK(bctk_module_verify(module, 0, &findings, NULL) == BCTK_NOT_BUILT && findings == NULL);
    CHECK(bctk_module_translate(module, 17, NULL, BCTK_OUTPUT_BITCODE, &buffer, NULL, NULL) == BCTK_NOT_BUILT && buffer == NULL);
    CHECK(bctk_module_refusal(module, 17, &buffer, NULL) == BCTK_NOT_BUILT && buffer == NULL);
    CHECK(bctk_module_oldest_reader(module, &llvm, NULL) == BCTK_NOT_BUILT && llvm == 0);
    /* Wrong arguments are wrong first. */
    CHECK(bctk_module_text(module, 1u << 20, &buffer, NULL) == BCTK_INVALID_ARGUMENT);
    CHECK(bctk_module_strip(module, 1, 77, &buffer, NULL) == BCTK_INVALID_ARGUMENT);
    bctk_file_free(file);
}

int main(int count, char **args) {
    int at;
    CHECK(bctk_abi_version() == BCTK_ABI_VERSION);
    CHECK(bctk_newest_llvm() >= 23);
    each_touch(bctk_version(), 1);
    if (count == 3 && !strcmp(args[1], "--pack")) {
        printf("%lu inputs\n", (unsigned long)pack(args[2]));
        return 0;
    }
    /* The full library says so, and is expected unless the test names another. */
    CHECK(bctk_features() == (getenv("BCTK_WITHOUT_TEXT") ? 0 : BCTK_FEATURE_TEXT | BCTK_FEATURE_VERIFY));
    if ((bctk_features() & BCTK_FEATURE_TEXT)) {
        refusals();
        answers();
    } else {
        without_text();
    }
    for (at = 1; at < count; at++) {
        size_t size;
        unsigned char *data = contents(args[at], &size);
        each_input(data, size, (uint32_t)at);
        free(data);
    }
    printf("%d files\n", count - 1);
    return 0;
}
