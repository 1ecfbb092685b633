/** Zones that IANA renamed: browsers accept the new names but list some zones only by the old ones. */
const RENAMED = [
  "Africa/Asmara",
  "America/Argentina/Buenos_Aires",
  "America/Argentina/Catamarca",
  "America/Argentina/Cordoba",
  "America/Argentina/Jujuy",
  "America/Argentina/Mendoza",
  "America/Atikokan",
  "America/Indiana/Indianapolis",
  "America/Kentucky/Louisville",
  "America/Nuuk",
  "Asia/Ho_Chi_Minh",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Asia/Yangon",
  "Atlantic/Faroe",
  "Europe/Kyiv",
  "Pacific/Chuuk",
  "Pacific/Kanton",
  "Pacific/Pohnpei",
] as const;

/** The zones to choose from, by name; `chosen` is among them, whatever the browser lists. */
export function timeZones(chosen: string): readonly string[] {
  const listed = [...Intl.supportedValuesOf("timeZone"), ...RENAMED.filter(isKnown)];
  return [...new Set(["UTC", chosen, ...listed.toSorted()])];
}

/** The zones whose names have what was typed; a space stands for the underscore. */
export function findZones(zones: readonly string[], typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase().replaceAll(/\s+/g, "_");
  return zones.filter((zone) => zone.toLowerCase().includes(wanted));
}

/** The zone that was typed without being chosen: of that name, or the only one that has it in its name. */
export function meantZone(zones: readonly string[], typed: string): string | null {
  const found = findZones(zones, typed);
  const wanted = typed.trim().toLowerCase().replaceAll(/\s+/g, "_");
  return (
    found.find((zone) => zone.toLowerCase() === wanted) ?? (found.length === 1 ? (found[0] ?? null) : null)
  );
}

function isKnown(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat("en", { timeZone }) !== undefined;
  } catch {
    return false;
  }
}
