import type { Language, SyntaxNode, SyntaxTree } from "@writ/engine";
import type { Node, Tree, TreeCursor } from "web-tree-sitter";

/** A tree as the engine reads it. */
export function toSyntaxTree(tree: Tree, text: string, language: Language): SyntaxTree {
  return { language, text, root: rootOf(tree.rootNode, lineStarts(text)) };
}

/** The root with its children, each of which is only taken apart when somebody looks into it. */
function rootOf(root: Node, lines: readonly number[]): SyntaxNode {
  const children: SyntaxNode[] = [];
  const cursor = root.walk();
  const place = placeOf(cursor, lines);
  if (cursor.gotoFirstChild())
    do {
      const node = cursor.currentNode;
      let made: SyntaxNode | undefined;
      children.push({
        ...placeOf(cursor, lines),
        get children() {
          made ??= taken(node, lines);
          return made.children;
        },
      });
    } while (cursor.gotoNextSibling());
  cursor.delete();
  return { ...place, children };
}

function taken(node: Node, lines: readonly number[]): SyntaxNode {
  const cursor = node.walk();
  const tree = subtree(cursor, lines);
  cursor.delete();
  return tree;
}

function subtree(cursor: TreeCursor, lines: readonly number[]): SyntaxNode {
  const children: SyntaxNode[] = [];
  const place = placeOf(cursor, lines);
  if (cursor.gotoFirstChild()) {
    do children.push(subtree(cursor, lines));
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return { ...place, children };
}

/** Every question to the cursor is a call into the parser, so lines are counted here. */
function placeOf(cursor: TreeCursor, lines: readonly number[]): Omit<SyntaxNode, "children"> {
  const [start, end] = [cursor.startIndex, cursor.endIndex];
  return {
    kind: cursor.nodeType,
    field: cursor.currentFieldName ?? "",
    named: cursor.nodeIsNamed,
    start,
    end,
    line: lineAt(lines, start),
    endLine: lineAt(lines, Math.max(start, end - 1)),
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The number of the line a place is in, counted from 1. */
function lineAt(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
