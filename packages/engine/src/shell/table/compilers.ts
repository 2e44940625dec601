import type { Family } from "../rule.ts";
import { builds, compiles, configures, makes } from "./compiler-judges.ts";
import { formatter } from "./formatters.ts";
import { opaque, reads, runs, several } from "./make.ts";

/** make and what builds C and its like. */
export const compilers: Family = {
  programs: `make gmake ninja cmake ctest meson gcc g++ clang clang++ cc c++ clang-tidy cppcheck gcov lcov pkg-config ld as
    ranlib strip objcopy libtool autoconf automake configure ./configure`,
  entries: () => [
    {
      name: "make",
      also: ["gmake"],
      does: "runs",
      asks: "reads",
      judge: makes,
      yes: [
        "make test",
        "make -j4 test",
        "make",
        "make -j$(nproc)",
        'make -j"$(nproc)" test',
        "make -n build",
        "make -C sub check",
        "make test V=1",
      ],
      no: [
        "make deploy",
        "make $(nproc)",
        "make -j$x",
        "make install",
        "make SHELL=./x test",
        "make CC=evil",
        "make -f evil.mk",
        "make -C ../other",
        "make --eval='x:;rm y' x",
        "make 'X!=rm x' test",
        "make test SHELL::=./x",
        "make -j deploy",
      ],
    },
    {
      name: "ninja",
      does: "runs",
      asks: "reads",
      judge: builds,
      yes: ["ninja -C build", "ninja mylib"],
      no: ["ninja -f evil.ninja", "ninja -t clean", "ninja -C /elsewhere", "ninja deploy"],
    },
    {
      name: "cmake",
      does: "runs",
      asks: "reads",
      judge: configures,
      yes: ["cmake --build build", "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release"],
      no: [
        "cmake -P x.cmake",
        "cmake -E rm x",
        "cmake --install build",
        "cmake -DCMAKE_C_COMPILER=./x .",
        "cmake -B ../x",
        "cmake --build build --target deploy",
        "cmake -D CMAKE_C_COMPILER=./x .",
        "cmake -DCMAKE_C_FLAGS=-fplugin=x .",
        "cmake --build build -- SHELL=./x",
      ],
    },
    runs("ctest", {
      options: {
        writes: ["output-log", "output-junit", "O"],
        opaque: {
          S: "it runs a script",
          D: "it reports to a server",
          "build-and-test": "it builds another project",
          "test-command": "it runs another program",
        },
      },
      yes: ["ctest --output-on-failure", "ctest --test-dir build"],
      no: ["ctest -S x", "ctest --test-command x"],
    }),
    ...several("meson", "test compile introspect", (name) => runs(name)),
    opaque("meson", "what it does with this verb is not known", { asks: "reads" }),
    ...several("", "gcc g++ clang clang++ cc c++", (name) => ({
      name,
      does: "runs",
      asks: "reads",
      judge: compiles,
      yes: [`${name} -Wall -fsyntax-only a.c`, [`${name} -c a.c -o a.o`, ["modify a.o"]]],
      no: ["-wrapper sh,-c", "-fplugin=x", "-B.", "--prefix=x", "--ld-path=x", "@args", "-Wl,-o,x", "-o $x"].map(
        (trick) => `${name} ${trick} a.c`,
      ),
    })),
    formatter("clang-tidy", { fix: /^(--fix|-fix|--fix-errors|-fix-errors)$/ }),
    runs("cppcheck", {
      options: {
        mild: /^(misra|cert|threadsafety|y2038|naming|findcasts)$/,
        opaque: { addon: "it runs code", clang: "it runs another program", "clang-tidy": "it runs another program" },
      },
      yes: ["cppcheck --enable=all src", "cppcheck --addon=misra src"],
      no: ["cppcheck --addon=x.py src", "cppcheck --clang=./x src"],
    }),
    ...several("", "gcov lcov", (name) => runs(name)),
    reads("pkg-config"),
    ...several("", "ld as ranlib strip objcopy libtool autoconf automake configure ./configure", (name) =>
      opaque(name, "it writes files or runs a program"),
    ),
  ],
};
