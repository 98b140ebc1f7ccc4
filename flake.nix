{
  description = "Reads, writes, changes and inspects LLVM bitcode without LLVM";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      forSystems = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in
    {
      packages = forSystems (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "bctk";
          version = (nixpkgs.lib.importTOML ./Cargo.toml).workspace.package.version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          cargoBuildFlags = [ "-p" "bctk" "--bin" "bctk" ];
          # The tests of the whole workspace take longer than the build.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            ln -s bctk $out/bin/bcconv
            ln -s bctk $out/bin/bcdump
            installShellCompletion --cmd bctk \
              --bash <($out/bin/bctk completions bash) \
              --zsh <($out/bin/bctk completions zsh) \
              --fish <($out/bin/bctk completions fish)
            $out/bin/bctk man --dir man1
            installManPage man1/*
          '';
          meta.mainProgram = "bctk";
        };
      });
    };
}
