// The same calls from C++, and modules that several threads use at a time.
#include "each.h"
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

namespace {

// The bytes of all symbols of a module, with their flags.
unsigned long sum(const bctk_module *module) {
    bctk_symbols *symbols = nullptr;
    if (bctk_module_symbols(module, 0, &symbols, nullptr) != BCTK_OK)
        return 0;
    unsigned long sum = 1;
    for (size_t at = 0; at < bctk_symbols_count(symbols); ++at) {
        bctk_symbol symbol{};
        symbol.size = sizeof symbol;
        CHECK(bctk_symbols_get(symbols, at, &symbol, nullptr) == BCTK_OK);
        for (size_t byte = 0; byte < symbol.name.size; ++byte)
            sum = sum * 31 + static_cast<unsigned char>(symbol.name.data[byte]);
        sum = sum * 31 + symbol.flags + symbol.visibility;
    }
    bctk_symbols_free(symbols);
    return sum;
}

} // namespace

int main(int count, char **args) {
    CHECK(bctk_abi_version() == BCTK_ABI_VERSION);
    for (int at = 1; at < count; ++at) {
        std::ifstream in(args[at], std::ios::binary);
        std::vector<char> data{std::istreambuf_iterator<char>(in), {}};
        each_input(data.data(), data.size(), static_cast<uint32_t>(at));
        bctk_file *file = nullptr;
        if (bctk_open(data.data(), data.size(), nullptr, &file, nullptr) != BCTK_OK)
            continue;
        const bctk_module *module = bctk_file_module(file, 0);
        std::vector<unsigned long> sums(4);
        std::vector<std::thread> threads;
        for (auto &own : sums)
            threads.emplace_back([module, &own] {
                bctk_module_info info{};
                info.size = sizeof info;
                bctk_module_get_info(module, &info, nullptr);
                own = sum(module);
            });
        for (auto &thread : threads)
            thread.join();
        for (auto own : sums)
            CHECK(own == sums[0]);
        bctk_file_free(file);
    }
    std::printf("%d files\n", count - 1);
}
