import { Alert, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../api/api-error.ts";
import { problemWords } from "../api/problem-words.ts";

type ProblemCode = NonNullable<ApiError["problem"]>["code"];

/** Why a sign-in at the identity provider was refused, where the browser came back with one. */
export function RefusedSignIn(): ReactElement | null {
  const { t } = useTranslation();
  const reason = new URLSearchParams(location.hash.slice(1));
  const code = reason.get("sign-in");
  if (code === null) return null;
  const { title } = problemWords({ code: code as ProblemCode, title: t("signIn.failed"), detail: "" });
  return (
    <Alert
      color="red"
      variant="outline"
      role="alert"
      title={code === "no_access" ? t("signIn.noRole") : null}
    >
      {code === "no_access" ? <MissingRole reason={reason} /> : title}
    </Alert>
  );
}

/** Which groups came and which were wanted, as an administrator needs it. */
function MissingRole({ reason }: { readonly reason: URLSearchParams }): ReactElement {
  const { t } = useTranslation();
  const listOf = (name: string): string => {
    const values = reason.getAll(name);
    return values.length === 0 ? t("signIn.none") : values.join(t("common.separator"));
  };
  const claim = reason.get("claim") ?? "";
  const byFault: Readonly<Record<string, string>> = {
    absent: t("signIn.noClaim", { claim, claims: listOf("claims") }),
    too_many: t("signIn.tooManyGroups", { claim }),
    unreadable: t("signIn.unreadableGroups", { claim }),
  };
  const lines = [
    byFault[reason.get("fault") ?? ""] ?? t("signIn.cameGroups", { groups: listOf("came") }),
    ...(reason.has("isUnknown")
      ? [t("signIn.addsNobody")]
      : [t("signIn.wantedGroups", { groups: listOf("wanted") })]),
    t("signIn.askForRole"),
  ];
  return (
    <>
      {lines.map((line) => (
        <Text key={line} size="sm" style={{ overflowWrap: "anywhere" }}>
          {line}
        </Text>
      ))}
    </>
  );
}
