import type { Section } from "../cells.ts";
import type { Report } from "../types.ts";
import { fileSection } from "./files.ts";
import { incidentSection } from "./incidents.ts";
import { intentSection } from "./intents.ts";
import { classSection, makerSection } from "./makers.ts";
import { isEmpty, nothing } from "./nothing.ts";
import { approvalSection, refusalSection } from "./people.ts";
import { periodSection } from "./periods.ts";

/** The parts of a report, in the order they are read. */
export function sectionsOf(report: Report): Section[] {
  if (isEmpty(report)) return [nothing(report)];
  const parts = [
    periodSection,
    intentSection,
    fileSection,
    makerSection,
    classSection,
    approvalSection,
    refusalSection,
    incidentSection,
  ];
  return parts.map((toSection) => toSection(report));
}
