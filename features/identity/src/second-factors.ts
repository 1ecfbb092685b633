import { type IMoStateStore, MoJobError, MoJobErrorCode, PrincipalKind } from "@mojob/core";
import { type KeyRing, principalLabel } from "@mojob/core/engine";
import { OFFERED_FACTOR_PREFIX, type SealedText, sha256 } from "@mojob/core/feature";
import { type Clock, randomBytes } from "@mojob/core/ports";
import { type Attempts, ownAttemptsOf } from "./attempts.ts";
import { type Giving, rightsOfPerson } from "./given-rights.ts";
import { actOf, type Doer, type NoteAct, type RequestOrigin } from "./identity-act.ts";
import type { IdentityRecords } from "./identity-records.ts";
import type { PasswordHasher } from "./password.ts";
import type { Person, SecondFactor } from "./person.ts";

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;
/** How long an offered factor can be put in force. */
const OFFERED_MS = 15 * 60 * 1000;

/** One-time codes by the time (RFC 6238): those of `@mojob/sign-in`. */
export interface TimeCodes {
  /** A new secret in Base32. */
  makeSecret(): string;
  /** The URI for an authenticator app, as a QR code or a link. */
  uriOf(secret: string, person: string): string;
  /** The step of the time that a code is of, of this one or the one on either side; `null` for a wrong code. */
  stepOf(secret: string, code: string, nowMs: number): number | null;
}

/** A second factor that is not in force until a code of it was sent. */
export interface OfferedFactor {
  readonly secret: string;
  readonly uri: string;
}

/** The proofs of somebody that it is they who are signed in with. */
export interface OwnProof {
  /** Needed by who has one. */
  readonly password?: string | undefined;
  /** A code of the factor in force, or one of its recovery codes; needed where there is one. */
  readonly currentCode?: string | undefined;
}

export interface SecondFactorsOptions {
  readonly records: IdentityRecords;
  readonly state: Pick<IMoStateStore, "get" | "set" | "delete">;
  readonly attempts: Attempts;
  readonly hasher: PasswordHasher;
  readonly codes: TimeCodes;
  /** Seals secrets; `null` keeps them as they are. */
  readonly keys: KeyRing | null;
  readonly clock: Clock;
  readonly giving: Giving;
  readonly note: NoteAct;
}

/** The second factors of people. */
export class SecondFactors {
  readonly #options: SecondFactorsOptions;

  constructor(options: SecondFactorsOptions) {
    this.#options = options;
  }

  /** Offers a secret, which is kept until a code of it puts it in force; one of before is offered no longer. */
  async offer(name: string): Promise<OfferedFactor> {
    const { codes, state } = this.#options;
    const secret = codes.makeSecret();
    const kept = await this.#seal(secret, name);
    await state.set(OFFERED_FACTOR_PREFIX + name, typeof kept === "string" ? kept : { ...kept }, {
      ttlMs: OFFERED_MS,
    });
    return { secret, uri: codes.uriOf(secret, name) };
  }

  /**
   * Puts the offered factor in force, in place of the one of before; resolves to the codes for somebody who loses the device, which nobody is
   * shown again.
   * @throws MoJobError `wrong_credentials` for a wrong code or proof; `second_factor_needed`, `too_many_attempts`
   */
  async confirm(
    name: string,
    { code, ...proof }: OwnProof & { readonly code: string },
    from: RequestOrigin,
  ): Promise<readonly string[]> {
    const { codes, state } = this.#options;
    const offered = (await state.get(OFFERED_FACTOR_PREFIX + name))?.value as
      | SecondFactor["secret"]
      | undefined;
    const secret = offered === undefined ? null : await this.#open(offered, name);
    const latestStep = secret === null ? null : codes.stepOf(secret, code, this.#nowMs());
    if (secret === null || latestStep === null)
      throw new MoJobError(
        MoJobErrorCode.WrongCredentials,
        "The code is wrong, or its secret was offered too long ago: look at the clock of the device, or begin again",
      );
    await this.#assertOwn(name, proof, from);
    const recovery = Array.from({ length: RECOVERY_CODES }, recoveryCode);
    const digests = await Promise.all(recovery.map(sha256));
    const factor: SecondFactor = { secret: await this.#seal(secret, name), latestStep, recovery: digests };
    await this.#set(name, factor, from, "a second factor was added");
    await state.delete(OFFERED_FACTOR_PREFIX + name);
    return recovery;
  }

  /** Removes one's own. @throws MoJobError as `confirm` */
  async remove(name: string, proof: OwnProof, doer: Doer): Promise<void> {
    await this.#assertOwn(name, proof, doer.from);
    await this.#remove(name, doer);
  }

  /**
   * Proves that it is the person who is signed in, and not somebody who has their cookie: by the password, where they have one, and by a code
   * of the factor that is in force.
   */
  async #assertOwn(name: string, { password, currentCode }: OwnProof, from: RequestOrigin): Promise<void> {
    const { records, attempts, hasher } = this.#options;
    const person = (await records.readNow()).people.get(name);
    if (person === undefined) throw await this.#refused(name, from);
    const attempt = await attempts.begin({ name: ownAttemptsOf(name), address: from.address });
    const isRight = person.password === null || (await hasher.verify(password ?? "", person.password));
    if (!isRight) throw await this.#refused(name, from);
    if (person.secondFactor !== null) {
      if (currentCode === undefined) {
        await attempt.takeBack();
        throw new MoJobError(
          MoJobErrorCode.SecondFactorNeeded,
          "A code of the second factor that is in force is needed besides, or a recovery code",
        );
      }
      if (!(await this.take(name, currentCode))) throw await this.#refused(name, from);
    }
    await attempt.takeBack();
  }

  /**
   * Removes the second factor of somebody who has lost it: from then on their password lets in.
   * @throws MoJobError `person_not_found`; `forbidden` for somebody who may do more than the doer
   */
  async removeOf(person: Person, doer: Doer): Promise<void> {
    const what = `remove the second factor of "${person.name}"`;
    await this.#options.giving.assertHeld(rightsOfPerson(person), doer, what);
    await this.#remove(person.name, doer);
  }

  #remove(name: string, doer: Doer): Promise<void> {
    const by = principalLabel(doer.principal) ?? PrincipalKind.Code;
    return this.#set(name, null, doer.from, "the second factor was removed", by);
  }

  async #refused(name: string, from: RequestOrigin): Promise<MoJobError> {
    const code = MoJobErrorCode.WrongCredentials;
    const by = `${PrincipalKind.User}:${name}`;
    await this.#options.note(
      actOf("sign_in_refused", { type: "user", id: name }, { by, from, outcome: "refused", code }),
    );
    return new MoJobError(code, "The password or the code is wrong");
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

  #seal(secret: string, name: string): Promise<SealedText> | string {
    const { keys } = this.#options;
    return keys === null ? secret : keys.seal(secret, contextOf(name));
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

/** The context that a secret is sealed for: with that of somebody else it opens nothing. */
function contextOf(name: string): string {
  return `mojob second factor of ${name}`;
}

function recoveryCode(): string {
  return [...randomBytes(RECOVERY_BYTES)].map((byte) => (byte % 32).toString(32)).join("");
}
