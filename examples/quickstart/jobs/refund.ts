import { defineTriggeredJob, type JobRegistration } from "@mojob/core";
import { type DefinedTask, defineTask, param } from "@mojob/core/tasks";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";

const A_WEEK_MS = 7 * 24 * 3_600_000;

const refundArgs = v.strictObject({
  order: v.pipe(v.string(), v.nonEmpty(), v.maxLength(40)),
  amount: v.pipe(v.number(), v.minValue(0)),
});
const args = toStandardJsonSchema(refundArgs);

const check = defineTriggeredJob({
  key: "quickstart.check-order",
  name: "Check an order",
  description: "The first step of a refund: says what is left of the amount after a fee",
  tags: ["quickstart", "workflow"],
  maxConcurrency: null,
  args,
  execute: ({ amount }, { log }) => {
    log.info("The order is there and was paid");
    return { amount: Math.round(amount * 98) / 100 };
  },
});

const pay = defineTriggeredJob({
  key: "quickstart.pay",
  name: "Pay a refund",
  description: "The last step of a refund, once somebody has approved it",
  tags: ["quickstart", "workflow"],
  maxConcurrency: null,
  args,
  execute: ({ order, amount }) => ({ paid: amount, order }),
});

interface Refund {
  readonly order: string;
  readonly amount: number;
}

/** A workflow that waits for somebody's approval. */
export const refund: DefinedTask<Refund, { readonly paid: number }> = defineTask(
  "quickstart.refund",
  {
    name: "Refund",
    description: "A workflow: checks an order, waits for an approval in the inbox, and pays",
    tags: ["quickstart", "workflow"],
    params: { order: param.text(), amount: param.number() },
  },
  (task) => {
    const { order, amount } = task.params;
    const checked = task.job("check", check, { args: { order, amount } });
    const release = task.approval("release", {
      title: "Release the money",
      after: [checked],
      by: {},
      timeoutMs: A_WEEK_MS,
      onTimeout: "refused",
    });
    const paid = task.job("pay", pay, {
      after: [release.branch("approved")],
      args: { order, amount: checked.result.amount },
    });
    return { paid: paid.result.paid };
  },
);

/** The workflow with the jobs of its nodes. */
export const refundJobs: readonly JobRegistration[] = [check, pay, refund];
