export { addedIn, freshIn } from "./added.ts";
export { addBases, type Basis, isStep, type Told } from "./align.ts";
export { changedLines, countChanged, isAmong, toChanged } from "./changed-lines.ts";
export { findMoved, type IsLinked, type Keyed, type Leftover, type Leftovers } from "./moved.ts";
export { areOfSeveral, beginningOf, type CommitRank, commitsOf, inOrder, placeOf, type Recorded } from "./order.ts";
export { keyOf, lineKey, parseShape, plainText, shapeOf } from "./shape.ts";
export { type StepTable, tableOf } from "./step-table.ts";
export { asLater, type FileStep, isFollowed, isImported, stepsIn } from "./steps.ts";
export { type Alike, type LineOrigin, type Source, type Trail, trailFrom, trailOf } from "./trail.ts";
