import { placed, type Scene } from "../finding.ts";

/**
 * The modules of Python's standard library, of any version in use, that are files: one of that name in a folder that is
 * searched first runs instead. Those compiled into the interpreter (`sys`, `time`) cannot be replaced like this.
 */
const standard: ReadonlySet<string> = new Set(
  `__future__ _aix_support _apple_support _ast_unparse _asyncio _bisect _blake2 _bootsubprocess _bz2 _codecs_cn _codecs_hk
  _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _collections_abc _colorize _compat_pickle _compression _contextvars
  _crypt _csv _ctypes _curses _curses_panel _datetime _dbm _decimal _elementtree _gdbm _hashlib _heapq _hmac _interpchannels
  _interpqueues _interpreters _ios_support _json _lsprof _lzma _markupbase _md5 _msi _multibytecodec _multiprocessing
  _opcode _opcode_metadata _osx_support _overlapped _pickle _posixshmem _posixsubprocess _py_abc _py_warnings _pydatetime
  _pydecimal _pyio _pylong _pyrepl _queue _random _remote_debugging _scproxy _sha1 _sha2 _sha256 _sha3 _sha512
  _sitebuiltins _socket _sqlite3 _ssl _statistics _strptime _struct _sysconfig _threading_local _tkinter _typing _uuid
  _weakrefset _winapi _zoneinfo _zstd abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore
  audioop base64 bdb binascii binhex bisect bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections
  colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses
  dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum fcntl filecmp fileinput
  fnmatch formatter fractions ftplib functools genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac
  html http imaplib imghdr imp importlib inspect io ipaddress json keyword linecache locale logging lzma mailbox mailcap
  math mimetypes mmap modulefinder msilib multiprocessing netrc nis nntplib ntpath nturl2path numbers opcode operator
  optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posixpath pprint
  profile pstats pty py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource
  rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site sitecustomize smtpd smtplib sndhdr
  socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct
  subprocess sunau symbol symtable sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading
  timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib
  usercustomize uu uuid venv warnings wave weakref webbrowser wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib
  zoneinfo`.split(/\s+/),
);

/** `json.py`, `json.pyc`, `_json.cpython-311-x86_64-linux-gnu.so`. */
const moduleFile = /^(\w+)(?:\.(?:cpython|pypy|cp|abi)[\w-]*)?\.(?:py|pyc|pyw|so|pyd)$/;

/** The file that Python runs instead of a module of its own where a searched folder has an entry of this name, or `null`. */
export function shadowOf(name: string): string | null {
  if (standard.has(name)) return `${name}/__init__.py`;
  const [, module = ""] = moduleFile.exec(name) ?? [];
  return standard.has(module) ? name : null;
}

/** Folders that Python searches before its own, seen from where the command line starts. */
export const searched = (folders: readonly string[], scene: Pick<Scene, "dir">): string[] =>
  folders.flatMap((folder) => placed(folder === "" ? "." : folder, scene) ?? []);

/** The same for each folder of a `PYTHONPATH`. */
export const searchedBy = (path: string, scene: Pick<Scene, "dir">): string[] =>
  searched([...new Set(path.split(":"))], scene);
