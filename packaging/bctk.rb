# Formula for Homebrew. A release sets `url` and `sha256` to its source.
class Bctk < Formula
  desc "Read, write, change and inspect LLVM bitcode without LLVM"
  homepage "https://github.com/bctk/bctk"
  url "https://github.com/bctk/bctk/archive/refs/tags/vVERSION.tar.gz"
  sha256 "SHA256"
  license any_of: ["MIT", "Apache-2.0"]
  head "https://github.com/bctk/bctk.git", branch: "main"

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "bctk")
    %w[bcconv bcdump].each { |name| bin.install_symlink "bctk" => name }
    generate_completions_from_executable(bin/"bctk", "completions")
    system bin/"bctk", "man", "--dir", "man1"
    man1.install Dir["man1/*"]
  end

  test do
    (testpath/"a.ll").write "define i32 @f() {\n  ret i32 1\n}\n"
    system bin/"bctk", "as", "a.ll"
    assert_match "ret i32 1", shell_output("#{bin}/bctk show f a.bc")
  end
end
