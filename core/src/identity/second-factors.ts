import { PrincipalKind, principalLabel } from "../access/principal.ts";
import type { Clock } from "../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { sha256 } from "../base/fingerprint.ts";
import { randomBytes } from "../base/ids.ts";
import type { KeyRing } from "../base/sealing/key-ring.ts";
import { actOf, type Doer, type NoteAct, type RequestOrigin } from "./identity-act.ts";
import type { IdentityRecords } from "./identity-records.ts";
import type { Person, SecondFactor } from "./person.ts";

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** One-time codes by the time (RFC 6238): those of `@mojob/identity`. */
export interface TimeCodes {
  /** A new secret in Base32. */
  makeSecret(): string;
  /** What an authenticator app reads, as a QR code or a link. */
  uriOf(secret: string, person: string): string;
  /** The step of the time that a code is of, of this one or the one on either side; `null` for a wrong code. */
  stepOf(secret: string, code: string, nowMs: number): number | null;
}

/** A second factor that is not in force until a code of it was sent. */
export interface OfferedFactor {
  readonly secret: string;
  readonly uri: string;
}

export interface SecondFactorsOptions {
  readonly records: IdentityRecords;
  readonly codes: TimeCodes;
  /** Seals secrets; `null` keeps them as they are. */
  readonly keys: KeyRing | null;
  readonly clock: Clock;
  readonly note: NoteAct;
}

/** The second factors of people. */
export class SecondFactors {
  readonly #options: SecondFactorsOptions;

  constructor(options: SecondFactorsOptions) {
    this.#options = options;
  }

  offer(name: string): OfferedFactor {
    const secret = this.#options.codes.makeSecret();
    return { secret, uri: this.#options.codes.uriOf(secret, name) };
  }

  /**
   * Puts an offered factor in force; resolves to the codes for somebody who loses the device, which nobody is shown again.
   * @throws MoJobError `wrong_credentials` for a wrong code
   */
  async confirm(name: string, secret: string, code: string, from: RequestOrigin): Promise<readonly string[]> {
    const latestStep = this.#options.codes.stepOf(secret, code, this.#nowMs());
    if (latestStep === null)
      throw new MoJobError(
        MoJobErrorCode.WrongCredentials,
        "The code is wrong: look at the clock of the device",
      );
    const recovery = Array.from({ length: RECOVERY_CODES }, recoveryCode);
    const { keys } = this.#options;
    const kept = keys === null ? secret : await keys.seal(secret, contextOf(name));
    const digests = await Promise.all(recovery.map(sha256));
    const factor: SecondFactor = { secret: kept, latestStep, recovery: digests };
    await this.#set(name, factor, from, "a second factor was added");
    return recovery;
  }

  /** Removes the second factor of somebody, by their own wish or an administrator's. */
  remove(name: string, doer: Doer): Promise<void> {
    const by = principalLabel(doer.principal) ?? PrincipalKind.Code;
    return this.#set(name, null, doer.from, "the second factor was removed", by);
  }

  /**
   * Takes a code, or one of the codes for a lost device; resolves to whether it is right. No code is taken twice.
   * @throws MoJobError `key_missing` where this process lacks the key that the secret was sealed with
   */
  async take(name: string, code: string): Promise<boolean> {
    const { records } = this.#options;
    const kept = (await records.readNow()).people.get(name)?.secondFactor?.secret;
    if (kept === undefined) return false;
    const secret = await this.#open(kept, name);
    const plain = code.replaceAll(/[\s-]/g, "").toLowerCase();
    const recovery = await sha256(plain);
    let isTaken = false;
    await records.changePerson(name, (person) => {
      const factor = this.#after(person.secondFactor, { secret, code: plain, recovery });
      isTaken = factor !== null;
      return factor === null ? null : { ...person, secondFactor: factor };
    });
    return isTaken;
  }

  #after(
    factor: SecondFactor | null,
    { secret, code, recovery }: { readonly secret: string; readonly code: string; readonly recovery: string },
  ): SecondFactor | null {
    if (factor === null) return null;
    const step = this.#options.codes.stepOf(secret, code, this.#nowMs());
    if (step !== null) return step > factor.latestStep ? { ...factor, latestStep: step } : null;
    if (!factor.recovery.includes(recovery)) return null;
    return { ...factor, recovery: factor.recovery.filter((one) => one !== recovery) };
  }

  async #open(secret: SecondFactor["secret"], name: string): Promise<string> {
    if (typeof secret === "string") return secret;
    const { keys } = this.#options;
    const opened = keys?.has(secret.key) === true ? await keys.open(secret, contextOf(name)) : null;
    if (opened !== null) return opened;
    throw new MoJobError(
      MoJobErrorCode.KeyMissing,
      `Cannot read the second factor of "${name}": this process lacks the key "${secret.key}" that it was sealed with`,
    );
  }

  async #set(
    name: string,
    secondFactor: SecondFactor | null,
    from: RequestOrigin,
    note: string,
    by = `${PrincipalKind.User}:${name}`,
  ): Promise<void> {
    await this.#options.records.changePerson(name, (person: Person) => ({ ...person, secondFactor }));
    await this.#options.note(actOf("edit_user", { type: "user", id: name }, { by, from, note }));
  }

  #nowMs(): number {
    return this.#options.clock.now().getTime();
  }
}

/** What a secret belongs to: that of somebody else opens nothing. */
function contextOf(name: string): string {
  return `mojob second factor of ${name}`;
}

function recoveryCode(): string {
  return [...randomBytes(RECOVERY_BYTES)].map((byte) => (byte % 32).toString(32)).join("");
}
