import { opaque, reads, runs, several, words } from "../judging/make.ts";
import type { Family } from "../judging/rule.ts";
import { builds, compiles, configures, makes } from "./compiler-judges.ts";
import { formatter } from "./formatters.ts";

/** What may be said to a compiler that only looks. */
const tame = /^(-std=[\w+]+|-[DI][\w./=-]+|-W(?![lap],)[\w=+-]+)$/;

/** What ctest does for a dashboard that stays on this machine. */
const action = /^(Start|Update|Configure|Build|Test|Coverage|MemCheck)$/i;

/** make and what builds C and its like. */
export const compilers: Family = {
  programs: `make gmake ninja cmake ctest meson gcc g++ clang clang++ cc c++ clang-tidy cppcheck gcov lcov pkg-config ld as
    ranlib strip objcopy libtool autoconf automake configure ./configure`,
  entries: () => [
    {
      name: "make",
      looks: true,
      habits: { reads: ["o"] },
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
        "make -t build",
        "make -kt build",
        "make --touch build",
        "make --tou build",
      ],
    },
    {
      name: "ninja",
      looks: true,
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
          T: "it may report to a server",
          "test-action": "it may report to a server",
          "extra-submit": "it reports to a server",
          "submit-index": "it reports to a server",
          "build-and-test": "it builds another project",
          "test-command": "it runs another program",
        },
        mild: { T: action, "test-action": action },
      },
      yes: ["ctest --output-on-failure", "ctest --test-dir build", "ctest -T Test", "ctest -T memcheck"],
      no: ["ctest -T Submit", "ctest -TSubmit", "ctest --extra-submit x", "ctest -S x", "ctest --test-command x"],
    }),
    ...several("meson", "test compile introspect", (name) =>
      runs(name, {
        tasks: { operands: true, valued: ["C", "j", "l"] },
        yes: [`${name} -C build`],
        no: [`${name} -C build wipe`, `${name} --wrap=x`, `${name} --ninja-args=-f,x`],
      }),
    ),
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
    formatter("clang-tidy", {
      fix: /^(--fix|-fix|--fix-errors|-fix-errors)$/,
      options: {
        mild: Object.fromEntries([
          ...words("-extra-arg --extra-arg -extra-arg-before --extra-arg-before").map((name) => [name, tame]),
          ...words("-config --config").map((name) => [name, /^\{\s*Checks:\s*['"][\w*,.-]*['"]\s*\}$/]),
        ]),
      },
      yes: ["clang-tidy --extra-arg=-std=c++20 a.c -- -Iinclude", "clang-tidy \"-config={Checks: '*'}\" a.c"],
      no: ["clang-tidy --extra-arg=-fplugin=x a.c", "clang-tidy -load=./x.so a.c", "clang-tidy a.c -- -Xclang -load"],
    }),
    runs("cppcheck", {
      looks: true,
      options: {
        mild: { addon: /^(misra|cert|threadsafety|y2038|naming|findcasts)$/ },
        opaque: {
          addon: "it runs code",
          dump: "it writes a file beside every source",
          clang: "it runs another program",
          "clang-tidy": "it runs another program",
        },
      },
      yes: ["cppcheck --enable=all src", "cppcheck --addon=misra src"],
      no: ["cppcheck --addon=x.py src", "cppcheck --clang=./x src", "cppcheck --addon-python=./x src"],
    }),
    ...several("", "gcov lcov", (name) =>
      runs(name, {
        options: { opaque: { z: "it deletes what was counted", zerocounters: "it deletes what was counted" } },
        ...(name === "lcov" && { habits: { writes: ["profile"] }, no: ["lcov -z -d src", "lcov --zerocounters"] }),
      }),
    ),
    reads("pkg-config", {
      options: {
        long: words(
          `version help modversion cflags libs static exists list-all print-errors short-errors errors-to-stdout
          silence-errors cflags-only-I cflags-only-other libs-only-l libs-only-L libs-only-other variable
          define-variable print-variables print-provides print-requires print-requires-private atleast-version
          exact-version max-version uninstalled keep-system-cflags keep-system-libs with-path`,
        ),
      },
      yes: [
        "pkg-config --cflags --libs gtk4",
        "pkg-config --exists 'zlib >= 1.2'",
        "pkg-config --variable=prefix zlib",
      ],
      no: ["pkg-config --log-file=x gtk4", "pkg-config -log-file=x gtk4", 'pkg-config --cflags "$x"'],
    }),
    ...several("", "ld as ranlib strip objcopy libtool autoconf automake configure ./configure", (name) =>
      opaque(name, "it writes files or runs a program"),
    ),
  ],
};
