/** Milliseconds since 1970 of an ISO-8601 time with a zone, or `null`. By hand, since a pure package has no clock to lend. */
export function instantOf(iso: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)$/i.exec(iso.trim());
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = "0", fraction = "0", zone = "Z"] = match;
  const days = daysSince1970(Number(year), Number(month), Number(day));
  const minutes = (days * 24 + Number(hour)) * 60 + Number(minute) - offsetMinutes(zone);
  return (minutes * 60 + Number(second)) * 1000 + Number(`0.${fraction}`) * 1000;
}

/** Whether a deadline has passed. One that cannot be read has. */
export function isPast(deadline: string, now: string): boolean {
  const [end, at] = [instantOf(deadline), instantOf(now)];
  return end === null || at === null || end <= at;
}

function offsetMinutes(zone: string): number {
  if (zone.toUpperCase() === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith("-") ? -minutes : minutes;
}

/** Counts years from March, so that the leap day comes last. */
function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const yearDay = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + yearDay - 719468;
}
