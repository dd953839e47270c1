import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callFailure } from '@/api';
import { CallNotice, Switch, toast } from '@/ui';
import { type AwardRules, setAwardRules } from './api';

/** Who gets the awards, for an administrator. */
export function AwardSetting({ race, rules }: { race: string; rules: AwardRules }) {
  const queries = useQueryClient();
  const setting = useMutation({
    mutationFn: (next: AwardRules) => setAwardRules(race, next),
    networkMode: 'always',
    onSuccess: () => {
      toast.success('The awards are saved.');
      return queries.invalidateQueries({ queryKey: ['awards'] });
    },
  });
  const shown = setting.isPending ? setting.variables : rules;
  return (
    <div className="flex flex-col gap-2 print:hidden">
      <Switch
        isSelected={shown.overallOutOfGroups}
        isDisabled={setting.isPending}
        onChange={(overallOutOfGroups) => setting.mutate({ overallOutOfGroups })}
      >
        Overall winners get no age-group award
      </Switch>
      {setting.error && <CallNotice {...callFailure(setting.error)} />}
    </div>
  );
}
