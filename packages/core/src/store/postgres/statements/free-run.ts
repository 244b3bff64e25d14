// What freeing an owned run sets on its hot row `t`: due at once, and its number of events untrusted, because commits of
// an owner that keeps a run don't touch the row. A run that was claimed ahead of its start can't have any events yet, and
// keeps its time.

export const freeRun = (now: string): string => `owner_epoch = null, owner = null, activities_lost = true,
    seq = case when t.seq = 0 and t.wake_at > ${now} then 0 end,
    wake_at = case when t.seq = 0 and t.wake_at > ${now} then t.wake_at else ${now} end`
