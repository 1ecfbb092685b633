/**
 * IANA's names and links that name no region (https://www.iana.org/time-zones); those with a region have a "/". A runtime's own data (ICU) takes more:
 * some 25 abbreviations, each with a place of its choice.
 */
const WITHOUT_REGION: ReadonlySet<string> = new Set(
  (
    "CET CST6CDT CUBA EET EGYPT EIRE EST EST5EDT GB GB-EIRE GMT GMT+0 GMT-0 GMT0 GREENWICH HONGKONG HST ICELAND IRAN ISRAEL JAMAICA JAPAN KWAJALEIN " +
    "LIBYA MET MST MST7MDT NAVAJO NZ NZ-CHAT POLAND PORTUGAL PRC PST8PDT ROC ROK SINGAPORE TURKEY UCT UNIVERSAL UTC W-SU WET ZULU"
  ).split(" "),
);

/** What people mean by abbreviations that are none of IANA's: often more than one place. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  ACT: ["Australia/Darwin", "America/Rio_Branco"],
  AET: ["Australia/Sydney"],
  AGT: ["America/Argentina/Buenos_Aires"],
  ART: ["America/Argentina/Buenos_Aires", "Africa/Cairo"],
  AST: ["America/Halifax", "America/Anchorage", "Asia/Riyadh"],
  BET: ["America/Sao_Paulo"],
  BST: ["Europe/London", "Asia/Dhaka"],
  CAT: ["Africa/Harare"],
  CDT: ["America/Chicago"],
  CEST: ["Europe/Berlin"],
  CNT: ["America/St_Johns"],
  CST: ["America/Chicago", "Asia/Shanghai", "America/Havana"],
  CTT: ["Asia/Shanghai"],
  EAT: ["Africa/Nairobi"],
  ECT: ["Europe/Paris", "America/Guayaquil"],
  EDT: ["America/New_York"],
  EEST: ["Europe/Athens"],
  HKT: ["Asia/Hong_Kong"],
  IET: ["America/Indiana/Indianapolis"],
  IST: ["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"],
  JST: ["Asia/Tokyo"],
  KST: ["Asia/Seoul"],
  MDT: ["America/Denver"],
  MIT: ["Pacific/Apia", "Pacific/Marquesas"],
  MSK: ["Europe/Moscow"],
  NET: ["Asia/Yerevan"],
  NST: ["America/St_Johns", "Pacific/Auckland"],
  NZDT: ["Pacific/Auckland"],
  NZST: ["Pacific/Auckland"],
  PDT: ["America/Los_Angeles"],
  PLT: ["Asia/Karachi"],
  PNT: ["America/Phoenix"],
  PRT: ["America/Puerto_Rico"],
  PST: ["America/Los_Angeles", "Asia/Manila"],
  SGT: ["Asia/Singapore"],
  SST: ["Pacific/Guadalcanal", "Pacific/Pago_Pago"],
  VST: ["Asia/Ho_Chi_Minh"],
};

/** Whether a name that the runtime knows is one of IANA's. Upper and lower case are the same, as in IANA's rules. */
export function isIanaName(name: string): boolean {
  const upper = name.toUpperCase();
  return upper.includes("/") ? !upper.startsWith("SYSTEMV/") : WITHOUT_REGION.has(upper);
}

/** The zones that an abbreviation could mean; none for what is no abbreviation that people use. */
export function zonesMeantBy(name: string): readonly string[] {
  const upper = name.toUpperCase();
  return Object.hasOwn(MEANT, upper) ? (MEANT[upper] ?? []) : [];
}
