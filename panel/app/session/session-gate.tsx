import { Center, Loader } from "@mantine/core";
import { lazy, type ReactElement, type ReactNode, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "../i18n/i18n.ts";
import { ErrorState } from "../ui/page/error-state.tsx";
import { welcomeSecret } from "./welcome-secret.ts";
import { useSession } from "./use-session.ts";

/** The beginning of the secret of a link that a process prints at its start. */
const START_LINK = "mjl_";

const load = withWords(() => import("./sign-in-pages.ts"), "signIn");
const SignInForm = lazy(async () => ({ default: (await load()).SignInForm }));
const NotSignedIn = lazy(async () => ({ default: (await load()).NotSignedIn }));
const StartLinkForm = lazy(async () => ({ default: (await load()).StartLinkForm }));
const WelcomeForm = lazy(async () => ({ default: (await load()).WelcomeForm }));

const SetUpFactor = lazy(
  withWords(async () => ({ default: (await import("./set-up-factor.tsx")).SetUpFactor }), "people", "signIn"),
);

/** Shows the panel once the session is accepted, and the sign-in before. */
export function SessionGate({ children }: { readonly children: ReactNode }): ReactElement {
  const { t } = useTranslation();
  const { data, error, refetch } = useSession();
  const secret = useRef(welcomeSecret());
  const [held, setHeld] = useState<string | null>(null);
  // By the link that was opened, until it is used up.
  if (secret.current !== null && welcomeSecret() !== null)
    return (
      <Suspense>
        {secret.current.startsWith(START_LINK) ? (
          <StartLinkForm secret={secret.current} />
        ) : (
          <WelcomeForm secret={secret.current} />
        )}
      </Suspense>
    );
  if (error?.problem?.code === "not_signed_in")
    return (
      <Suspense>
        <NotSignedIn />
      </Suspense>
    );
  if (error?.status === 401) {
    return (
      <Suspense>
        <SignInForm />
      </Suspense>
    );
  }
  const { name, mustSetUpSecondFactor = false } = data?.account ?? {};
  if (name !== undefined && (mustSetUpSecondFactor || held === name)) {
    // Until they have kept the recovery codes, which are shown once.
    if (held !== name) setHeld(name);
    return (
      <Suspense>
        <SetUpFactor onDone={() => setHeld(null)} />
      </Suspense>
    );
  }
  if (data) return <>{children}</>;
  if (error) {
    return (
      <Center component="main" h="100dvh" p="md">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Center>
    );
  }
  return (
    <Center component="main" h="100dvh">
      <Loader size="sm" aria-label={t("common.loading")} />
    </Center>
  );
}
