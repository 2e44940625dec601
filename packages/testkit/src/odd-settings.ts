import fc from "fast-check";

// Settings as people, formatters and other tools leave them. For tests.

/** How a text is laid out, all of it. */
interface Style {
  readonly eol: string;
  readonly unit: string;
  readonly mark: string;
  readonly end: string;
}

/** A value, and how it is written. */
type Part =
  | { readonly text: string }
  | { readonly list: Laid<Part> }
  | { readonly object: Laid<readonly [string, Part]> };
interface Laid<T> {
  readonly members: readonly T[];
  readonly isOpen: boolean;
  readonly hasLastComma: boolean;
  /** A remark behind a member, before the first one, or in empty brackets. */
  readonly remarks: readonly string[];
}

const remark = fc.constantFrom("", "", "", "", " // mine", " /* mine */", " /* { [ , */", '  // "hooks": {');

function laid<T>(members: fc.Arbitrary<readonly T[]>): fc.Arbitrary<Laid<T>> {
  return fc.record({
    members,
    isOpen: fc.boolean(),
    hasLastComma: fc.boolean(),
    remarks: fc.array(remark, { minLength: 4, maxLength: 4 }),
  });
}

const plain = fc
  .oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant("// no remark"))
  .map((value): Part => ({ text: JSON.stringify(value) }));

const objectOf = (members: fc.Arbitrary<readonly (readonly [string, Part])[]>): fc.Arbitrary<Part> =>
  laid(members.map((all) => all.filter(([name], at) => all.findIndex((one) => one[0] === name) === at))).map(
    (object) => ({
      object,
    }),
  );
const listOf = (member: fc.Arbitrary<Part>): fc.Arbitrary<Part> =>
  laid(fc.array(member, { maxLength: 3 })).map((list) => ({ list }));
const members = (...entries: readonly (readonly [string, fc.Arbitrary<Part>])[]) =>
  fc
    .shuffledSubarray(entries.map(([name, part]) => part.map((one) => [name, one] as const)))
    .chain((some) => fc.tuple(...some));

const handler = objectOf(members(["type", plain], ["command", plain], ["timeout", plain], ["bash", plain]));
const group = objectOf(members(["matcher", plain], ["hooks", listOf(handler)]));
const hooks = listOf(fc.oneof(group, handler, plain));
const anything = fc.oneof(plain, listOf(plain), objectOf(members(["a", plain], ["__proto__", plain])));

/** Files that have what an agent's settings have, for the lists and objects at these paths. */
export function oddSettings(
  paths: readonly { readonly at: readonly string[]; readonly isList: boolean }[],
): fc.Arbitrary<string> {
  const tree = (prefix: readonly string[]): fc.Arbitrary<Part> => {
    const below = paths.filter(
      ({ at }) => at.length > prefix.length && prefix.every((name, index) => at[index] === name),
    );
    const names = [...new Set(below.map(({ at }) => at[prefix.length] ?? ""))];
    const entries = names.map((name): readonly [string, fc.Arbitrary<Part>] => {
      const own = paths.find(({ at }) => at.length === prefix.length + 1 && at.at(-1) === name);
      return [
        name,
        own?.isList === true
          ? hooks
          : own === undefined
            ? tree([...prefix, name])
            : objectOf(members(["other", anything])),
      ];
    });
    return objectOf(
      members(...entries, ["version", fc.constant({ text: "1" })], ["model", anything], ["__proto__", anything]),
    );
  };
  const style = fc.record({
    eol: fc.constantFrom("\n", "\r\n"),
    unit: fc.constantFrom("  ", "    ", "\t", " ", ""),
    mark: fc.constantFrom("", "", "\uFEFF"),
    end: fc.constantFrom("", "\n", "\r\n", "\n\n", " // end", "\n/* end */\n"),
  });
  const blank = fc.constantFrom("", "\n", " \t\r\n", "\uFEFF");
  return fc.oneof(
    {
      weight: 20,
      arbitrary: fc.tuple(tree([]), style).map(([part, how]) => `${how.mark}${write(part, how, "")}${how.end}`),
    },
    { weight: 1, arbitrary: blank },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "{}",
        "{}\n",
        "{ }",
        "{\n}\n",
        "{\r\n}",
        "{ // mine\n}",
        "{\n\n}",
        "[]",
        "{",
        "null",
        "{]",
      ),
    },
  );
}

function write(part: Part, style: Style, indent: string): string {
  if ("text" in part) return part.text;
  const { isOpen, hasLastComma, remarks } = "list" in part ? part.list : part.object;
  const inner = `${indent}${style.unit}`;
  const pieces =
    "list" in part
      ? part.list.members.map((member) => write(member, style, inner))
      : part.object.members.map(([name, member]) => `${JSON.stringify(name)}: ${write(member, style, inner)}`);
  const [open, close] = "list" in part ? ["[", "]"] : ["{", "}"];
  const said = (at: number) => {
    const text = remarks[at % remarks.length] ?? "";
    return isOpen || !text.includes("//") ? text : "";
  };
  const gap = isOpen ? `${style.eol}${inner}` : "";
  const lines = pieces.map((piece, at) => {
    const isLast = at === pieces.length - 1;
    const comma = !isLast || (hasLastComma && isOpen) ? "," : "";
    // Some put the remark before the comma.
    return at % 2 === 0
      ? `${gap}${piece}${comma}${said(at + 1)}`
      : `${gap}${piece}${said(at + 1)}${said(at + 1).includes("//") ? style.eol : ""}${comma}`;
  });
  return `${open}${said(0)}${lines.join(isOpen ? "" : " ")}${isOpen ? `${style.eol}${indent}` : ""}${close}`;
}
