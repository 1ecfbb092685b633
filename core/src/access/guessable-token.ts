/** Words that stand in examples and in lists of leaked passwords. No two of them spell a third: that keeps the match linear. */
const WEAK_WORDS =
  /^(?:change|replace|insert|enter|me|my|your|this|the|here|now|please|a|is|very|super|pass|passwd|word|secret|token|key|bearer|api|auth|admin|administrator|root|user|guest|default|example|sample|test|testing|dev|demo|local|mojob|scheduler|job|jobs|letmein|welcome|qwerty|qwertyuiop|asdf|asdfghjkl|zxcvbnm)*$/;

const RUNS = ["0123456789".repeat(30), "9876543210".repeat(30), "abcdefghijklmnopqrstuvwxyz".repeat(10)];
const FEWEST_DISTINCT = 6;
/** As many random digits are hard to guess whatever word goes before them. */
const ENOUGH_DIGITS = 12;

/** Whether a token is one a stranger tries first: weak words in a row, a run of digits or letters, a few characters repeated. */
export function isGuessable(token: string): boolean {
  const text = token.toLowerCase();
  const letters = text.replaceAll(/[^a-z]/g, "");
  const digits = text.replaceAll(/[^0-9]/g, "");
  if (new Set(token).size < FEWEST_DISTINCT || isRun(`${letters}${digits}`)) return true;
  return WEAK_WORDS.test(letters) && (digits.length < ENOUGH_DIGITS || isRun(digits));
}

function isRun(text: string): boolean {
  return text !== "" && RUNS.some((run) => run.includes(text));
}
