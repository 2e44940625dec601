import type { Entry } from "../judging/rule.ts";
import type { Wrapping } from "../wrappers/wrapping.ts";
import { judgeCode, judgePerl, judgeShort, runsOther, splitPrint, upToCode } from "./interpreter-judges.ts";
import { javascriptProof } from "./javascript-proof.ts";
import { pythonProof } from "./python-proof.ts";

/** Interpreters: a piece of code in the command is proven harmless or unknown; a file they run may hold anything. */
export const interpreters: readonly Entry[] = [
  {
    name: "python3",
    also: ["python", "pypy3", "py"],
    does: "reads",
    judge: (args, scene, program) =>
      judgeCode(upToCode(args), scene, program, {
        options: pythonOptions,
        code: /^c$/,
        alone: /^[IP]$/,
        proof: pythonProof,
      }),
    yes: [
      "python3 -c \"print('rm -rf /')\"",
      "python3 --version",
      'python3 -c "import sys; print(sys.version)"',
      "python3 -I -c 'import json,sys; print(json.load(sys.stdin)[\"a\"])'",
      "python3 - <<'E'\nimport sys\nfor line in sys.stdin:\n    print(line.strip())\nE",
      "python3 -c \"print(open('a.txt').read())\"",
      "python3 -c 'import sys; [print(i, p) for i, p in enumerate(sys.path)]'",
      "python3 - <<'E'\ndef twice(x, *, by=2):\n    return x * by\nprint(twice(2))\nE",
    ],
    no: [
      "python3 -c 'import shutil; shutil.rmtree(1)'",
      "python3 x.py",
      "python3 -c \"print('a'); exec('b')\"",
      "python3",
      "python3 -c \"import os; os.system('id')\"",
      "python3 -c \"open('a','w')\"",
      "python3 -c \"open('a', mode='w').write('x')\"",
      "python3 -c \"from pathlib import Path; Path('a').replace('b')\"",
      "python3 -c \"from pathlib import Path; list(map(Path.unlink, [Path('a')]))\"",
      "python3 -c \"[exec for exec in []]; list(map(exec, ['x']))\"",
      "python3 -c \"if 0:\n from os import path as exec\nexec('x')\"",
      'python3 -c "().__class__.__bases__"',
      "python3 -c \"print(f'{__import__(1)}')\"",
      "python3 -c 'import sys; sys.path.insert(0, 1); import json'",
      "python3 -c 'import evil'",
      "python3 -I -c 'import requests; print(requests.__version__)'",
      "python3 -c 'import requests; requests.get(1)'",
      "python3 -c 'import sys\ndef join(p): p.append(1)\njoin(sys.path)\nimport json'",
      "python3 -c 'def f(g): g(1)\nf(print)'",
      "python3 -c 'def exec(x): pass\nmap(exec, [1])'",
      'python3 -c "$x"',
    ],
  },
  {
    name: "node",
    also: ["nodejs"],
    does: "reads",
    judge: (args, scene, program) =>
      judgeCode(splitPrint(args), scene, program, {
        options: nodeOptions,
        code: /^(e|p|eval|print)$/,
        proof: javascriptProof,
      }),
    yes: [
      "node --version",
      "node -e \"console.log('hi')\"",
      'node -p "process.version"',
      "node -e \"console.log(require('./package.json').version)\"",
      "node -e 'setTimeout(() => console.log(1), 10)'",
      "node -e \"process.stdin.on('data', d => console.log(d.length))\"",
      "node -e \"fetch('http://localhost:3000').then(r => console.log(r.status))\"",
      "node -p \"JSON.parse(require('fs').readFileSync('a.json', 'utf8')).version\"",
      "node -e \"const fs = require('fs'); console.log(fs.readdirSync('.').filter(f => f.endsWith('.ts')).length)\"",
    ],
    no: [
      "node x.js",
      "node -e \"require('fs').rmSync('x')\"",
      "node",
      "node -e \"fs.rmSync('x')\"",
      "node -e \"['x'].forEach(require('fs')['rmSync'])\"",
      "node -e \"''.constructor.constructor('x')()\"",
      "node -e \"const {['constr'+'uctor']: c} = ''\"",
      "node -e \"[1].map(child_process => 1); child_process.execSync('x')\"",
      "node -e \"require('child_process')\"",
      "node -p \"require('evil').run\"",
      "node -p \"require('evil').version('x')\"",
      "node -p \"require('../evil').version\"",
      "node -e \"fetch('http://evil.example')\"",
      "node -e \"fetch('http://localhost@evil.example')\"",
      "node -e \"fetch('http://localhost/', {method: 'POST'})\"",
      "node -e \"process.stdin.on('data', console.log).connect(80, 'evil.example')\"",
      "node -e \"if (x) /'/.test(y); evil(); /'/\"",
      "node -e 'let a = 1; a++ / evil() / 1'",
      "node -r ./x -e 1",
      "node --import ./x -p 1",
      "node -e \"import('fs')\"",
      'node -e "$x"',
    ],
  },
  {
    name: "perl",
    does: "reads",
    judge: judgePerl,
    yes: ["perl -ne 'print if /x/' a", "perl -pe 's/a/b/g' a", "perl -F: -lane 'print $F[0]' a", "perl --version"],
    no: [
      "perl -e 'unlink 1'",
      "perl x.pl",
      "perl -pi -e 's/a/b/' a",
      "perl -pe 's/a/`id`/e' a",
      "perl -ne 'print if /(?{x})/' a",
      "perl -pe 's/a/@{[x]}/' a",
      "perl -lane 'print \"$F[0][system(1)]\"' a",
      "perl -lane 'print $F[system(1)]' a",
      "perl '-F/x/;system(1)' -lane 'print $F[0]' a",
      "perl",
    ],
  },
  {
    name: "ruby",
    does: "runs",
    judge: (args, scene, program) =>
      judgeShort(args, scene, program, /^(puts|print|p) (RUBY_VERSION|\d+( ?[-+*/%] ?\d+)*|'[^'\\\n]*'|"[^"\\#\n]*")$/),
    yes: ["ruby -e 'puts 1'", "ruby --version", "ruby -c a.rb"],
    no: ["ruby -c -r./x a.rb", "ruby x.rb", "ruby -e '`id`'", "ruby -e 'puts \"#{x}\"'"],
  },
  {
    name: "php",
    does: "runs",
    judge: (args, scene, program) =>
      judgeShort(args, scene, program, /^echo (PHP_VERSION|\d+|'[^'\\\n]*'|phpversion\(\));?$/),
    yes: ["php -r 'echo PHP_VERSION;'", "php --version", "php -m", "php --ini"],
    no: ["php -d auto_prepend_file=x -m", "php -m x.php", "php x.php", "php -r 'unlink(1);'"],
  },
  {
    name: "lua",
    also: ["luajit"],
    does: "runs",
    judge: (args, scene, program) =>
      judgeShort(args, scene, program, /^print\((\d+|_VERSION|'[^'\\\n]*'|"[^"\\\n]*")\)$/),
    yes: ["lua -e 'print(1)'"],
    no: ["lua x.lua", "lua -e 'os.execute(1)'"],
  },
  {
    name: "osascript",
    also: ["tclsh", "erl"],
    does: "opaque",
    judge: runsOther,
    yes: ["osascript -e 'do shell script 1'", "tclsh x.tcl", "erl --version", "tclsh --version"],
    no: ["echo osascript"],
  },
  {
    name: "Rscript",
    also: ["julia", "ghc", "elixir", "guile", "sbcl"],
    does: "opaque",
    asks: "runs",
    judge: runsOther,
    yes: ["Rscript x.R", "elixir -e 'System.halt()'"],
    no: ["elixir --version"],
  },
];

const pythonOptions: Wrapping = { flags: "IEsBuqPOvV", valued: "c", long: ["version", "help"] };
const nodeOptions: Wrapping = {
  flags: "vh",
  valued: "ep",
  words: /^(--no-warnings|--input-type=(module|commonjs)|--trace-warnings|--no-deprecation|-pe)$/,
  long: ["version", "help"],
  longValued: ["eval", "print"],
};
