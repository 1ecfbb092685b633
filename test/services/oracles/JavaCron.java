import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Optional;
import java.util.TimeZone;
import org.quartz.CronExpression;

/** Prints when Quartz, or cron-utils by Quartz's rules as PowerJob asks it, fires: a line "library, zone, from and to in seconds, most, expression" a question. */
public class JavaCron {
  private static final CronParser PARSER =
      new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.QUARTZ));

  public static void main(String[] args) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split("\t", 6);
      StringBuilder out = new StringBuilder();
      try {
        long to = Long.parseLong(words[3]);
        int most = Integer.parseInt(words[4]);
        Next next = words[0].equals("quartz") ? quartz(words[5], words[1]) : cronUtils(words[5], words[1]);
        Long at = next.after(Long.parseLong(words[2]) - 1);
        for (int count = 0; at != null && at < to && count < most; count += 1) {
          out.append(count == 0 ? "" : " ").append(at);
          at = next.after(at);
        }
      } catch (Exception refusal) {
        out.append("refused ").append(String.valueOf(refusal.getMessage()).replace('\n', ' '));
      }
      System.out.println(out);
    }
  }

  /** The first fire after an instant, in seconds. */
  private interface Next {
    Long after(long seconds);
  }

  private static Next quartz(String text, String zone) throws Exception {
    CronExpression expression = new CronExpression(text);
    expression.setTimeZone(TimeZone.getTimeZone(zone));
    return seconds -> {
      Date next = expression.getNextValidTimeAfter(new Date(seconds * 1000));
      return next == null ? null : next.getTime() / 1000;
    };
  }

  private static Next cronUtils(String text, String zone) {
    ExecutionTime times = ExecutionTime.forCron(PARSER.parse(text));
    return seconds -> {
      ZonedDateTime from = Instant.ofEpochSecond(seconds).atZone(ZoneId.of(zone));
      Optional<ZonedDateTime> next = times.nextExecution(from);
      return next.map(ZonedDateTime::toEpochSecond).orElse(null);
    };
  }
}
