export { align, type Basis } from "./align.ts";
export { follow, type Lineage, person, unknown, untouched } from "./compose.ts";
export { type FileStep, type Versions, versionsOf } from "./history.ts";
export { keyOf, parseShape, shapeOf } from "./shape.ts";
