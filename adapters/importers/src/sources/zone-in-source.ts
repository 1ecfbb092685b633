/** `GMT+08:00`, `UTC-3`, `+0530` and `Z`, as Java and PostgreSQL write a fixed offset. */
const OFFSET = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?$/i;

/**
 * The name of a zone as IANA has it: an offset of whole hours is one of its `Etc/` zones, whose sign is the other way round. Anything
 * else stays as it is.
 */
export function zoneInSource(text: string): string {
  const [, sign, hours = "", minutes = "00"] = OFFSET.exec(text.trim()) ?? [];
  if (sign === undefined || minutes !== "00") return text.trim();
  const count = Number(hours);
  if (count === 0) return "UTC";
  const furthest = sign === "+" ? 14 : 12;
  return count > furthest ? text.trim() : `Etc/GMT${sign === "+" ? "-" : "+"}${count}`;
}
