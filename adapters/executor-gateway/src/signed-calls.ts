import { Permission, type Principal, PrincipalKind } from "@mojob/core";
import type { ExecutorHost, ExecutorKey } from "@mojob/core/engine";
import type { Clock, Timer } from "@mojob/core/ports";
import { type FindSigner, HttpProblemCode, httpProblem } from "@mojob/http/extension";
import {
  isSignatureError,
  SignatureErrorCode,
  type SignatureParameters,
  verifySignature,
  webcrypto,
} from "http-message-sig";

/** Which of a request's signatures is an executor's: others may be a proxy's. */
const LABEL = "mojob";
/** Signed, so that a signature made for something else is of no use here. */
const TAG = "mojob-worker";
const ALGORITHM = "ed25519";
const COMPONENTS = ["@method", "@authority", "@path", "@query", "content-digest"];
const PARAMETERS = ["created", "expires", "nonce", "keyid", "alg", "tag"];
const NONCE = /^[A-Za-z0-9_-]{16,64}$/;
/** How often the key of a call that waits is looked up: each costs a read of the state store. */
const CHECKED_EVERY_MS = 5000;
const MOST_AGE_S = 60;
const CLOCK_SKEW_S = 5;
const LONGEST_HEADER = 2048;
const HEADERS = ["Signature", "Signature-Input", "Content-Digest"];

/** Who signs the calls of executors: RFC 9421, Ed25519. */
export interface SignedCalls {
  readonly find: FindSigner;
  /** The key that the caller signed with; `undefined` where the call was not signed. */
  keyOf(principal: Principal): ExecutorKey | undefined;
  /**
   * Makes a call that waits. The signal that it gets aborts when its caller leaves, and soon after the key of its signature is removed.
   * @throws HTTPException 401 where the key is not registered any more when the call has waited
   */
  whileRegistered<Value>(
    principal: Principal,
    caller: AbortSignal,
    wait: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value>;
}

/** @throws HTTPException for parameters that are not as they must be, and for a key that is not registered */
async function keyFor(
  keys: Pick<ExecutorHost["keys"], "find">,
  { created = 0, expires = 0, nonce = "", keyid = "", tag }: SignatureParameters,
): Promise<ExecutorKey> {
  if (tag !== TAG) throw refused(`its tag must be "${TAG}"`);
  if (expires - created > MOST_AGE_S)
    throw refused(`it may expire ${MOST_AGE_S} s after its creation at most`);
  if (!NONCE.test(nonce)) throw refused("its nonce must be 16 to 64 letters, digits, _ or -");
  const key = await keys.find(keyid);
  if (key === null) throw refused("its key is not registered");
  return key;
}

export function createSignedCalls({ keys, clock }: Pick<ExecutorHost, "keys" | "clock">): SignedCalls {
  const signedWith = new WeakMap<Principal, ExecutorKey>();

  return {
    async find(request) {
      const fields = HEADERS.flatMap((name) => {
        const value = request.headers.get(name);
        return value === null ? [] : [{ name: name.toLowerCase(), value }];
      });
      if (!hasLabel(request.headers.get("Signature-Input"))) return null;
      if (fields.some(({ value }) => value.length > LONGEST_HEADER))
        throw refused(`its headers may have at most ${LONGEST_HEADER} characters each`);
      let key: ExecutorKey | undefined;
      const { parameters } = await verified(
        verifySignature(
          { kind: "request", method: request.method, targetUri: request.url, fields },
          {
            label: LABEL,
            policy: {
              algorithms: [ALGORITHM],
              requiredComponents: COMPONENTS,
              requiredParameters: PARAMETERS,
              maxAge: MOST_AGE_S,
              clockSkew: CLOCK_SKEW_S,
              now: clock.now().getTime() / 1000,
            },
            async resolveVerifier(untrusted) {
              key = await keyFor(keys, untrusted.parameters);
              return webcrypto.verifier(await publicKeyOf(key));
            },
          },
        ),
      );
      if (key === undefined) throw refused("its key is not registered");
      if (!(await keys.takeNonce(key.keyid, parameters.nonce ?? "")))
        throw refused("its nonce was used before");
      const principal = { kind: PrincipalKind.Worker, name: key.app, permissions: [Permission.RunJobs] };
      signedWith.set(principal, key);
      return principal;
    },
    keyOf: (principal) => signedWith.get(principal),
    async whileRegistered(principal, caller, wait) {
      const key = signedWith.get(principal);
      if (key === undefined) return wait(caller);
      const isRegistered = async (): Promise<boolean> => (await keys.find(key.keyid)) !== null;
      const stop = new AbortController();
      const watching = watch(clock, isRegistered, stop);
      try {
        // The runs that it took stay in the executor's batch until that is acknowledged.
        const value = await wait(AbortSignal.any([caller, stop.signal]));
        if (!(await isRegistered())) throw refused("its key is not registered");
        return value;
      } finally {
        watching.end();
      }
    },
  };
}

/** Aborts once the check fails; one that cannot be made counts as passed, because what comes of the call is checked again. */
function watch(
  clock: Clock,
  check: () => Promise<boolean>,
  stop: AbortController,
): { readonly end: () => void } {
  let hasEnded = false;
  let timer: Timer | null = null;
  const next = (): void => {
    timer = clock.setTimer(() => void look(), CHECKED_EVERY_MS, { background: true });
  };
  const look = async (): Promise<void> => {
    const passed = await check().catch(() => true);
    if (hasEnded) return;
    if (passed) next();
    else stop.abort();
  };
  next();
  return {
    end() {
      hasEnded = true;
      timer?.cancel();
    },
  };
}

function hasLabel(input: string | null): boolean {
  return input !== null && new RegExp(`(?:^|,)\\s*${LABEL}=`).test(input);
}

function publicKeyOf({ publicKey }: ExecutorKey): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(publicKey), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey("spki", bytes, { name: "Ed25519" }, false, ["verify"]);
}

/** Turns an error of the library into one for the caller; a fault of this process stays as it is. */
async function verified<Value>(verification: Promise<Value>): Promise<Value> {
  try {
    return await verification;
  } catch (error) {
    if (!isSignatureError(error)) throw error;
    if (error.code === SignatureErrorCode.ResolverFailed) throw error.cause;
    throw refused(error.message);
  }
}

function refused(wanted: string): Error {
  return httpProblem(HttpProblemCode.SignatureRefused, `Cannot accept the signature: ${wanted}`);
}
