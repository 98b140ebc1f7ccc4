// The same calls from C++, and modules that several threads use at a time.
#include "bctk.hpp"
#include "each.h"
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace {

// The bytes of all symbols of a module, with their flags.
unsigned long sum(const bctk_module *module) {
    bctk::Symbols symbols;
    bctk::Error error;
    if (bctk_module_symbols(module, 0, bctk::out(symbols), bctk::out(error)) != BCTK_OK) {
        CHECK(!symbols && !bctk::view(bctk_error_message(error.get())).empty());
        return 0;
    }
    CHECK(symbols && !error);
    unsigned long sum = 1;
    for (size_t at = 0; at < bctk_symbols_count(symbols.get()); ++at) {
        auto symbol = bctk::sized<bctk_symbol>();
        CHECK(bctk_symbols_get(symbols.get(), at, &symbol, nullptr) == BCTK_OK);
        for (unsigned char byte : bctk::view(symbol.name))
            sum = sum * 31 + byte;
        sum = sum * 31 + symbol.flags + symbol.visibility;
    }
    return sum;
}

} // namespace

int main(int count, char **args) {
    CHECK(bctk_abi_version() == BCTK_ABI_VERSION);
    for (int at = 1; at < count; ++at) {
        std::ifstream in(args[at], std::ios::binary);
        std::vector<char> data{std::istreambuf_iterator<char>(in), {}};
        each_input(data.data(), data.size(), static_cast<uint32_t>(at));
        bctk::File file;
        auto options = bctk::sized<bctk_open_options>();
        options.name = bctk::string(args[at]);
        if (bctk_open(data.data(), data.size(), &options, bctk::out(file), nullptr) != BCTK_OK)
            continue;
        const bctk_module *module = bctk_file_module(file.get(), 0);
        std::vector<unsigned long> sums(4);
        std::vector<std::thread> threads;
        for (auto &own : sums)
            threads.emplace_back([module, &own] {
                auto info = bctk::sized<bctk_module_info>();
                bctk_module_get_info(module, &info, nullptr);
                own = sum(module);
            });
        for (auto &thread : threads)
            thread.join();
        for (auto own : sums)
            CHECK(own == sums[0]);
        bctk::Buffer text;
        if (bctk_module_text(module, 0, bctk::out(text), nullptr) == BCTK_OK)
            CHECK(bctk::view(text).substr(0, 15) == "; ModuleID = '" + std::string(args[at]).substr(0, 1));
    }
    std::printf("%d files\n", count - 1);
}
