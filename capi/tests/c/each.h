/* Calls every function of the API on one input, whatever it is, and checks what must hold of all of them. Used by the programs here. */
#ifndef EACH_H
#define EACH_H

#include "bctk.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(what)                                                                  \
    do {                                                                             \
        if (!(what)) {                                                               \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #what); \
            abort();                                                                 \
        }                                                                            \
    } while (0)

/* What the sanitizers see: all bytes are there. */
static unsigned long each_sum;

static void each_touch(bctk_string text, int terminated) {
    size_t at;
    CHECK(text.data != NULL);
    for (at = 0; at < text.size; at++)
        each_sum += (unsigned char)text.data[at];
    if (terminated)
        CHECK(text.data[text.size] == 0);
}

/* What holds after each call that can fail. Returns whether it succeeded. */
static int each_done(bctk_status status, bctk_error *error, const void *made) {
    CHECK((status == BCTK_OK) == (error == NULL));
    CHECK(bctk_error_status(error) == status);
    CHECK(status != BCTK_INTERNAL);
    each_touch(bctk_error_message(error), 1);
    each_touch(bctk_error_path(error), 1);
    each_touch(bctk_error_limit(error), 1);
    CHECK((bctk_error_line(error) == 0) == (bctk_error_column(error) == 0));
    if (error) {
        CHECK(bctk_error_message(error).size > 0);
        CHECK(made == NULL);
        CHECK((status == BCTK_LIMIT) || bctk_error_limit(error).size == 0);
        if (bctk_error_path(error).size)
            CHECK(bctk_error_bit(error) != BCTK_NO_OFFSET);
    }
    bctk_error_free(error);
    return status == BCTK_OK;
}

static void each_buffer(bctk_buffer *buffer) {
    bctk_string bytes;
    bytes.data = bctk_buffer_data(buffer);
    bytes.size = bctk_buffer_size(buffer);
    each_touch(bytes, 1);
    bctk_buffer_free(buffer);
}

static void each_symbols(const bctk_module *module, uint32_t flags) {
    bctk_symbols *symbols = NULL;
    bctk_error *error = NULL;
    bctk_status status = bctk_module_symbols(module, flags, &symbols, &error);
    size_t at;
    if (!each_done(status, error, symbols))
        return;
    for (at = 0; at < bctk_symbols_count(symbols); at++) {
        bctk_symbol symbol;
        memset(&symbol, 0xa5, sizeof symbol);
        symbol.size = sizeof symbol;
        CHECK(bctk_symbols_get(symbols, at, &symbol, NULL) == BCTK_OK);
        CHECK(symbol.size == sizeof symbol);
        each_touch(symbol.name, 0);
        each_touch(symbol.ir_name, 0);
        each_touch(symbol.section, 0);
        each_touch(symbol.fallback, 0);
        CHECK(symbol.visibility <= BCTK_VISIBILITY_PROTECTED);
        CHECK(symbol.comdat >= -1 && (symbol.comdat == -1 || (size_t)symbol.comdat < bctk_symbols_comdat_count(symbols)));
        if (!(symbol.flags & BCTK_SYMBOL_COMMON))
            CHECK(symbol.common_size == 0);
    }
    for (at = 0; at < bctk_symbols_comdat_count(symbols); at++) {
        bctk_comdat comdat;
        comdat.size = sizeof comdat;
        CHECK(bctk_symbols_comdat(symbols, at, &comdat, NULL) == BCTK_OK);
        each_touch(comdat.name, 0);
        CHECK(comdat.selection <= BCTK_COMDAT_SAME_SIZE);
    }
    for (at = 0; at < bctk_symbols_library_count(symbols); at++)
        each_touch(bctk_symbols_library(symbols, at), 0);
    each_touch(bctk_symbols_linker_options(symbols), 0);
    each_touch(bctk_symbols_triple(symbols), 0);
    each_touch(bctk_symbols_source_file(symbols), 0);
    if (flags & BCTK_SYMBOLS_IGNORE_TABLE)
        CHECK(!bctk_symbols_from_table(symbols));
    bctk_symbols_free(symbols);
}

static void each_findings(const bctk_module *module, uint32_t llvm) {
    bctk_findings *findings = NULL;
    bctk_error *error = NULL;
    bctk_status status = bctk_module_verify(module, llvm, &findings, &error);
    size_t at;
    if (!each_done(status, error, findings))
        return;
    for (at = 0; at < bctk_findings_count(findings); at++) {
        bctk_finding finding;
        finding.size = sizeof finding;
        CHECK(bctk_findings_get(findings, at, &finding, NULL) == BCTK_OK);
        each_touch(finding.message, 1);
        each_touch(finding.description, 1);
        each_touch(finding.function, 1);
        CHECK(finding.level <= BCTK_LEVEL_DEBUG_INFO);
    }
    CHECK((bctk_findings_count(findings) == 0) == (bctk_findings_text(findings).size == 0));
    each_touch(bctk_findings_text(findings), 1);
    bctk_findings_free(findings);
}

static void each_rename(const bctk_module *module, uint32_t output) {
    bctk_symbols *symbols = NULL;
    bctk_error *error = NULL;
    bctk_buffer *buffer = NULL;
    bctk_rename names[2];
    size_t count = 0, at;
    bctk_status status = bctk_module_symbols(module, 0, &symbols, &error);
    if (!each_done(status, error, symbols))
        return;
    for (at = 0; count < 2 && at < bctk_symbols_count(symbols); at++) {
        bctk_symbol symbol;
        symbol.size = sizeof symbol;
        CHECK(bctk_symbols_get(symbols, at, &symbol, NULL) == BCTK_OK);
        if (symbol.ir_name.size && !(symbol.flags & BCTK_SYMBOL_FORMAT_SPECIFIC))
            names[count++].old_name = symbol.ir_name;
    }
    /* The names of the first two are exchanged. */
    if (count == 2) {
        names[0].new_name = names[1].old_name;
        names[1].new_name = names[0].old_name;
        status = bctk_module_rename(module, names, count, output, &buffer, &error);
        if (each_done(status, error, buffer))
            each_buffer(buffer);
    }
    bctk_symbols_free(symbols);
}

static void each_translation(const bctk_module *module, uint32_t llvm, const char *dialect, uint32_t output) {
    bctk_buffer *buffer = NULL;
    bctk_report *report = NULL;
    bctk_error *error = NULL;
    bctk_translate_options options;
    bctk_status status;
    size_t at, number;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.dialect.data = dialect;
    options.dialect.size = strlen(dialect);
    status = bctk_module_translate(module, llvm, &options, output, &buffer, &report, &error);
    if (status != BCTK_OK)
        CHECK(report == NULL);
    if (!each_done(status, error, buffer))
        return;
    CHECK(report != NULL);
    for (at = 0; at < bctk_report_count(report); at++) {
        bctk_change change;
        change.size = sizeof change;
        CHECK(bctk_report_get(report, at, &change, NULL) == BCTK_OK);
        each_touch(change.what, 1);
        each_touch(change.how, 1);
        CHECK(change.action <= BCTK_ACTION_KEPT && change.count >= change.places);
        for (number = 0; number < change.places; number++) {
            bctk_place place;
            place.size = sizeof place;
            CHECK(bctk_report_place(report, at, number, &place, NULL) == BCTK_OK);
            each_touch(place.symbol, 1);
            CHECK((place.block == -1) == (place.instruction == -1));
        }
    }
    bctk_report_free(report);
    each_buffer(buffer);
}

static void each_module(const bctk_module *module, size_t size, uint32_t seed) {
    static const uint32_t releases[] = {307, 5, 9, 11, 14, 16, 17, 19, 21, 22, 23};
    uint32_t llvm = releases[seed % (sizeof releases / sizeof *releases)];
    bctk_module_info info;
    bctk_buffer *buffer = NULL;
    bctk_error *error = NULL;
    bctk_status status;
    memset(&info, 0, sizeof info);
    info.size = sizeof info;
    status = bctk_module_get_info(module, &info, &error);
    if (each_done(status, error, NULL)) {
        each_touch(info.name, 1);
        each_touch(info.section, 1);
        each_touch(info.producer, 1);
        each_touch(info.triple, 1);
        each_touch(info.data_layout, 1);
        each_touch(info.source_file, 1);
        CHECK(info.offset + info.length <= size);
        CHECK(info.index < info.count);
        CHECK(info.summary <= BCTK_SUMMARY_FULL);
    }
    each_symbols(module, 0);
    each_symbols(module, BCTK_SYMBOLS_IGNORE_TABLE | BCTK_SYMBOLS_DIRECTIVES | BCTK_SYMBOLS_CONSTANTS | BCTK_SYMBOLS_AS_LLVM);
    status = bctk_module_text(module, seed & 7, &buffer, &error);
    CHECK((status == BCTK_NOT_BUILT) == !(bctk_features() & BCTK_FEATURE_TEXT));
    if (each_done(status, error, buffer))
        each_buffer(buffer);
    status = bctk_module_bitcode(module, &buffer, &error);
    if (each_done(status, error, buffer))
        each_buffer(buffer);
    each_findings(module, seed & 1 ? llvm : 0);
    status = bctk_module_strip(module, seed % 4, seed & 4 ? BCTK_OUTPUT_TEXT : BCTK_OUTPUT_BITCODE, &buffer, &error);
    if (each_done(status, error, buffer))
        each_buffer(buffer);
    each_rename(module, seed & 8 ? BCTK_OUTPUT_TEXT : BCTK_OUTPUT_BITCODE);
    if (seed % 13 == 5)
        each_translation(module, 0, "nvvm70", BCTK_OUTPUT_TEXT);
    else
        each_translation(module, llvm, "", seed & 16 ? BCTK_OUTPUT_TEXT : BCTK_OUTPUT_BITCODE);
    status = bctk_module_refusal(module, llvm, &buffer, &error);
    if (each_done(status, error, NULL) && buffer)
        each_buffer(buffer);
    if (seed % 8 == 3) {
        uint32_t oldest = 1;
        status = bctk_module_oldest_reader(module, &oldest, &error);
        CHECK(oldest == 0 || status == BCTK_OK);
        each_done(status, error, NULL);
    }
}

/* Everything, on `size` bytes at `data`. `seed` chooses among releases, flags and outputs. */
static void each_input(const void *data, size_t size, uint32_t seed) {
    bctk_identity *identity = NULL;
    bctk_file *file = NULL;
    bctk_error *error = NULL;
    size_t at;
    bctk_status status = bctk_identify(data, size, &identity, &error);
    CHECK(each_done(status, error, identity));
    each_touch(bctk_identity_container(identity), 1);
    each_touch(bctk_identity_producer(identity), 1);
    CHECK(bctk_identity_kind(identity) <= BCTK_KIND_CONTAINER);
    if (bctk_identity_llvm(identity))
        CHECK(bctk_identity_producer(identity).size > 0 && bctk_identity_bitcode_files(identity) > 0);
    bctk_identity_free(identity);
    status = seed & 32 ? bctk_open(data, size, NULL, &file, &error) : bctk_open_borrowed(data, size, NULL, &file, &error);
    if (!each_done(status, error, file))
        return;
    for (at = 0; at < bctk_file_unread_count(file); at++)
        each_touch(bctk_file_unread(file, at), 1);
    /* A few modules tell as much as many. */
    for (at = 0; at < bctk_file_module_count(file) && at < 3; at++)
        each_module(bctk_file_module(file, at), size, seed + (uint32_t)at);
    CHECK(bctk_file_module(file, bctk_file_module_count(file)) == NULL);
    bctk_file_free(file);
}

#endif
