/** Formats a share as '42%', or 'None yet' if there are no leads. */
export const percent = (part: number | null): string => (part === null ? 'None yet' : `${Math.round(part * 100)}%`);

/** Formats a duration as '12 min', '3.5 h' or '2.1 days'. */
export function duration(minutes: number): string {
  if (minutes < 60) return `${Math.round(minutes)} min`;
  const hours = minutes / 60;
  return hours < 48 ? `${short(hours)} h` : `${short(hours / 24)} days`;
}
const short = (value: number): string => String(Math.round(value * 10) / 10);
