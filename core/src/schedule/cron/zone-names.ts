/**
 * The zones that people mean by abbreviations that are none of IANA's names (https://www.iana.org/time-zones): often more than one place. A
 * runtime's own data (ICU) takes most of them for zones, each for a place of its choice.
 */
const MEANT: ReadonlyMap<string, readonly string[]> = new Map(
  `ACT Australia/Darwin America/Rio_Branco
AET Australia/Sydney
AGT America/Argentina/Buenos_Aires
ART America/Argentina/Buenos_Aires Africa/Cairo
AST America/Halifax America/Anchorage Asia/Riyadh
BET America/Sao_Paulo
BST Europe/London Asia/Dhaka
CAT Africa/Harare
CDT America/Chicago
CEST Europe/Berlin
CNT America/St_Johns
CST America/Chicago Asia/Shanghai America/Havana
CTT Asia/Shanghai
EAT Africa/Nairobi
ECT Europe/Paris America/Guayaquil
EDT America/New_York
EEST Europe/Athens
HKT Asia/Hong_Kong
IET America/Indiana/Indianapolis
IST Asia/Kolkata Europe/Dublin Asia/Jerusalem
JST Asia/Tokyo
KST Asia/Seoul
MDT America/Denver
MIT Pacific/Apia Pacific/Marquesas
MSK Europe/Moscow
NET Asia/Yerevan
NST America/St_Johns Pacific/Auckland
NZDT Pacific/Auckland
NZST Pacific/Auckland
PDT America/Los_Angeles
PLT Asia/Karachi
PNT America/Phoenix
PRT America/Puerto_Rico
PST America/Los_Angeles Asia/Manila
SGT Asia/Singapore
SST Pacific/Guadalcanal Pacific/Pago_Pago
VST Asia/Ho_Chi_Minh`
    .split("\n")
    .map((line) => {
      const [name = "", ...zones] = line.split(" ");
      return [name, zones];
    }),
);

/**
 * Whether a name that the runtime takes is one of IANA's: neither an abbreviation, nor an offset ("+05:30"), nor one of ICU's old "SystemV/" zones. Upper and
 * lower case are the same, as in IANA's rules.
 */
export function isIanaName(name: string): boolean {
  return /^[a-z]/i.test(name) && !/^systemv\//i.test(name) && zonesMeantBy(name).length === 0;
}

/** The zones that an abbreviation could mean; none for what is no abbreviation that people use. */
export function zonesMeantBy(name: string): readonly string[] {
  return MEANT.get(name.toUpperCase()) ?? [];
}
