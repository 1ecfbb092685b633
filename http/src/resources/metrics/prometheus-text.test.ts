import { expect, it } from "vitest";
import { formatMetrics } from "./prometheus-text.ts";

it("writes help, type and samples, and escapes what would break a line", () => {
  const text = formatMetrics([
    {
      name: "a_total",
      type: "counter",
      help: "A back\\slash\nand a line.",
      samples: [
        { value: 1 },
        { suffix: "_bucket", labels: { le: "+Inf", path: '/"a"\\\n' }, value: Infinity },
        { value: -Infinity },
        { value: NaN },
        { value: 1e21 },
      ],
    },
    { name: "b", type: "gauge", help: "Nothing yet.", samples: [] },
  ]);
  expect(text).toBe(
    [
      "# HELP a_total A back\\\\slash\\nand a line.",
      "# TYPE a_total counter",
      "a_total 1",
      'a_total_bucket{le="+Inf",path="/\\"a\\"\\\\\\n"} +Inf',
      "a_total -Inf",
      "a_total NaN",
      "a_total 1e+21",
      "# HELP b Nothing yet.",
      "# TYPE b gauge",
      "",
    ].join("\n"),
  );
});
