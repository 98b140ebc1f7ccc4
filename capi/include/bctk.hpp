/* The C API of bctk for C++17: handles that free themselves, strings as std::string_view, structures that know their size.
 *
 *     bctk::File file;
 *     bctk::Error error;
 *     if (bctk_open(data, size, nullptr, bctk::out(file), bctk::out(error)) != BCTK_OK)
 *         std::cerr << bctk::view(bctk_error_message(error.get())) << '\n';
 */

#ifndef BCTK_HPP
#define BCTK_HPP

#include "bctk.h"

#include <memory>
#include <string_view>

namespace bctk {

/* Frees a handle. */
template <class T, void (*Free)(T *)> struct Deleter {
    void operator()(T *handle) const noexcept { Free(handle); }
};

template <class T, void (*Free)(T *)> using Handle = std::unique_ptr<T, Deleter<T, Free>>;

using Error = Handle<bctk_error, bctk_error_free>;
using File = Handle<bctk_file, bctk_file_free>;
using Identity = Handle<bctk_identity, bctk_identity_free>;
using Symbols = Handle<bctk_symbols, bctk_symbols_free>;
using Buffer = Handle<bctk_buffer, bctk_buffer_free>;
using Report = Handle<bctk_report, bctk_report_free>;
using Findings = Handle<bctk_findings, bctk_findings_free>;

/* A place for what a call makes: the handle has it, and nothing else, when the call has returned. */
template <class H> class Out {
  public:
    explicit Out(H &handle) noexcept : handle(handle) { handle.reset(); }
    Out(const Out &) = delete;
    Out &operator=(const Out &) = delete;
    ~Out() { handle.reset(made); }
    operator typename H::pointer *() noexcept { return &made; }

  private:
    H &handle;
    typename H::pointer made = nullptr;
};

template <class H> Out<H> out(H &handle) noexcept { return Out<H>(handle); }

/* The bytes of a string; they live as long as the handle that they are from. */
inline std::string_view view(bctk_string text) noexcept { return {text.data, text.size}; }

inline std::string_view view(const Buffer &buffer) noexcept {
    return {bctk_buffer_data(buffer.get()), bctk_buffer_size(buffer.get())};
}

/* Bytes for a call. */
inline bctk_string string(std::string_view text) noexcept { return {text.data(), text.size()}; }

/* A structure with its size, and zeros: `auto symbol = bctk::sized<bctk_symbol>();`. */
template <class T> T sized() noexcept {
    T value{};
    value.size = sizeof value;
    return value;
}

} // namespace bctk

#endif
