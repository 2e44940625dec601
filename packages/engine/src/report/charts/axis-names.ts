import type { PeriodUnit, ReportPeriod } from "../types.ts";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Days as an axis names them: with the year only where it is needed, so that the names fit beside each other. */
export function axisNames(unit: PeriodUnit, periods: readonly ReportPeriod[]): (day: string) => string {
  const years = new Set(periods.map(({ start }) => start.slice(0, 4)));
  return (day) => {
    const [year = "", month = "", date = ""] = day.split("-");
    const name = months[Number(month) - 1] ?? month;
    if (unit === "year") return year;
    return unit === "week" && years.size === 1 ? `${Number(date)} ${name}` : `${name} ${year}`;
  };
}
