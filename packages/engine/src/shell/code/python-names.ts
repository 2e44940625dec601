const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Words of the language that only compute, repeat or choose. */
export const keywords = set(
  "for in if elif else and or not is None True False lambda with as try except finally pass break continue while assert raise def return",
);

/** What Python brings along and that only computes or prints; `open` is looked at by itself. */
export const builtins = set(
  "print len str int float bool list dict set tuple frozenset sorted reversed range enumerate zip map filter sum min max " +
    "abs round any all repr ord chr hex bin oct isinstance bytes bytearray complex divmod pow hash iter next slice ascii id " +
    "Exception ValueError KeyError TypeError IndexError ImportError OSError RuntimeError StopIteration SystemExit",
);

/** What else Python brings along: a name set here must not be one that means this elsewhere. */
export const reserved = set(
  "exec eval compile open input getattr setattr delattr globals locals vars dir breakpoint help exit quit type object super " +
    "memoryview classmethod staticmethod property callable format license copyright credits aiter anext hasattr issubclass",
);

/** Modules that are there before anything is looked for, so that no file can take their place. */
export const unshadowed = set("sys os os.path time");

/** What may be used of each module. */
export const modules: Readonly<Record<string, ReadonlySet<string>>> = {
  sys: set(
    "version version_info argv executable platform stdin stdout stderr maxsize byteorder path getsizeof exit flags implementation prefix getdefaultencoding",
  ),
  os: set("getcwd environ path sep linesep name cpu_count getpid listdir walk scandir stat uname getenv curdir"),
  "os.path": set(
    "exists join basename dirname isfile isdir abspath splitext getsize getmtime relpath realpath islink expanduser normpath",
  ),
  time: set("time strftime ctime localtime gmtime monotonic perf_counter sleep"),
  json: set("load loads dumps JSONDecodeError"),
  re: set(
    "findall search match sub compile split escape fullmatch finditer IGNORECASE MULTILINE DOTALL VERBOSE I M S X",
  ),
  math: set(
    "pi e tau inf nan sqrt floor ceil log log2 log10 exp sin cos tan pow gcd lcm factorial comb perm isclose isnan hypot prod fsum trunc fabs degrees radians",
  ),
  datetime: set("datetime date timedelta timezone UTC"),
  platform: set("system machine platform python_version release node version uname mac_ver python_implementation"),
  collections: set("Counter defaultdict OrderedDict deque"),
  itertools: set("chain product permutations combinations groupby islice count repeat accumulate zip_longest"),
  string: set("ascii_letters ascii_lowercase ascii_uppercase digits punctuation printable"),
  statistics: set("mean median stdev mode variance"),
  pathlib: set("Path PurePath"),
  csv: set("reader DictReader"),
  tomllib: set("load loads"),
  hashlib: set("sha256 sha1 md5 sha512 sha384 blake2b"),
  base64: set("b64encode b64decode urlsafe_b64encode urlsafe_b64decode"),
  "urllib.parse": set("urlparse quote unquote urlencode parse_qs urljoin"),
  uuid: set("uuid4 UUID"),
  random: set("random randint choice uniform"),
  secrets: set("token_hex token_urlsafe token_bytes"),
  html: set("escape unescape"),
  textwrap: set("dedent indent fill wrap shorten"),
  ast: set("parse literal_eval dump walk"),
  decimal: set("Decimal"),
  fractions: set("Fraction"),
  shutil: set("which disk_usage get_terminal_size"),
  "importlib.metadata": set("version metadata distributions requires"),
  sysconfig: set("get_paths get_config_var get_platform"),
  unicodedata: set("name normalize category"),
  struct: set("pack unpack calcsize"),
  difflib: set("unified_diff SequenceMatcher get_close_matches"),
  calendar: set("month monthrange isleap"),
  ssl: set("OPENSSL_VERSION"),
  sqlite3: set("sqlite_version version"),
};

/** Packages that many projects have, of which hardly more than the version is asked for. */
export const packages: Readonly<Record<string, ReadonlySet<string>>> = {
  yaml: set("safe_load safe_dump __version__"),
  django: set("VERSION get_version __version__"),
  ...Object.fromEntries(
    [
      ..."requests httpx aiohttp urllib3 numpy pandas scipy sklearn matplotlib torch tensorflow transformers".split(
        " ",
      ),
      ..."flask fastapi starlette pydantic sqlalchemy alembic celery redis boto3 click rich jinja2 attr attrs".split(
        " ",
      ),
      ..."pytest hypothesis mypy black setuptools pip wheel packaging cryptography lxml bs4 PIL openai anthropic".split(
        " ",
      ),
    ].map((name) => [name, set("__version__")]),
  ),
};

/** Attributes of texts, numbers, lists, times, matches and paths that change no file. */
export const attributes = set(
  "strip lstrip rstrip split rsplit splitlines join lower upper title capitalize swapcase casefold replace startswith endswith " +
    "format find rfind index rindex count get keys values items pop append extend insert sort reverse add update copy " +
    "setdefault most_common elements read readline readlines write flush decode encode group groups groupdict span start end " +
    "isdigit isalpha isalnum isspace isnumeric isupper islower zfill ljust rjust center partition rpartition hexdigest digest " +
    "total_seconds strftime strptime isoformat fromisoformat now today utcnow fromtimestamp timestamp date time weekday " +
    "exists is_file is_dir is_symlink isfile isdir islink basename dirname abspath realpath splitext normpath getsize getmtime " +
    "relpath expanduser read_text read_bytes glob rglob iterdir stat resolve relative_to with_suffix with_name as_posix " +
    "st_size st_mtime st_mode name stem suffix suffixes parent parents parts findall finditer search match sub fullmatch close " +
    "union intersection difference issubset major minor micro releaselevel year month day hour minute second microsecond days " +
    "seconds real imag version environ get_close_matches scheme netloc path query fragment hostname port " +
    "tzinfo utcoffset astimezone isoweekday toordinal ctime buffer lineno body id attr func ratio metadata value tell",
);
