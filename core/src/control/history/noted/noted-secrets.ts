import type { Asker } from "../../../access/asker.ts";
import { ActKind, SubjectType } from "../../../model/history/act.ts";
import type { SecretService } from "../../../scheduler/secret-service.ts";
import type { Asked } from "../../access/asked.ts";
import type { ActBook } from "../act-book.ts";
import { changeOf } from "../act-changes.ts";

/** Replaces a value wherever it is shown. */
const MASK = "***";

/** Secrets whose changes have acts: that there is a value, and never which. */
export function notedSecrets(secrets: Asked<SecretService>, book: ActBook): Asked<SecretService> {
  const note = (
    asker: Asker,
    app: string,
    name: string,
    before: string | null,
    after: string | null,
  ): Promise<void> =>
    book.noteDone(asker, {
      kind: ActKind.EditSecret,
      app,
      subject: { type: SubjectType.Secret, id: name },
      changes: [changeOf("value", before, after)],
    });

  return {
    list: secrets.list,
    async create(asker, app, name, value) {
      const created = await secrets.create(asker, app, name, value);
      await note(asker, app, name, null, MASK);
      return created;
    },
    async replace(asker, app, name, value) {
      const replaced = await secrets.replace(asker, app, name, value);
      await note(asker, app, name, MASK, MASK);
      return replaced;
    },
    async remove(asker, app, name) {
      await secrets.remove(asker, app, name);
      await note(asker, app, name, MASK, null);
    },
    async reseal(asker) {
      const count = await secrets.reseal(asker);
      await book.noteDone(asker, {
        kind: ActKind.EditSecret,
        app: asker.apps.only,
        subject: { type: SubjectType.Secret, id: "*" },
        changes: [changeOf("sealedAgain", null, count)],
      });
      return count;
    },
  };
}
