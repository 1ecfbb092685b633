import { Alert, Button, Loader } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../api/api-error.ts";
import { apiRoot } from "../api/api-root.ts";
import { callApi } from "../api/call-api.ts";
import { errorWords } from "../api/problem-words.ts";
import { usePageTitle } from "../ui/page/use-page-title.ts";
import { SignInFrame } from "./sign-in-form.tsx";
import { useSession } from "./use-session.ts";

const KEY = "openSessionByLink";

/** Signs in by the link that a process has printed at its start. */
export function StartLinkForm({ secret }: { readonly secret: string }): ReactElement {
  const { t } = useTranslation();
  const client = useQueryClient();
  usePageTitle(t("signIn.welcome"));
  const { isSuccess, error } = useQuery<object, ApiError>({
    queryKey: [KEY, secret],
    queryFn: () => callApi(KEY, { body: { secret } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const session = useSession();
  // Somebody who is signed in already may open a link of before.
  const isIn = isSuccess || (error !== null && session.data !== undefined);
  useEffect(() => {
    if (!isIn) return;
    history.replaceState(null, "", apiRoot());
    // The link is used up: to open it again would be refused.
    void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY });
  }, [isIn, client]);
  return (
    <SignInFrame title={t("signIn.welcome")}>
      {error === null || isIn ? (
        <Loader size="sm" aria-label={t("common.loading")} />
      ) : (
        <>
          <Alert color="red" variant="outline" role="alert">
            {error.problem?.code === "link_ended" ? t("signIn.startLinkEnded") : errorWords(error).title}
          </Alert>
          <Button component="a" href={apiRoot()}>
            {t("session.signIn")}
          </Button>
        </>
      )}
    </SignInFrame>
  );
}
