// A trip is booked whole or not at all: what was booked before something failed is cancelled again.
import { Run, Workflow, activities } from '@foliot/core/workflow'
import type { TravelActivities } from '../activities/travel.js'
import { saga } from '../saga.js'

const travel = activities<TravelActivities>('travel', {
  startToCloseTimeout: '1 minute',
  retry: { maximumAttempts: 2 },
})

export interface Trip {
  readonly to: string
  readonly amount: number
}

@Workflow('trip')
export class TripWorkflow {
  @Run()
  run({ to, amount }: Trip): Promise<readonly string[]> {
    return saga(async (trip) => {
      const flight = await trip.step(() => travel.bookFlight({ to }), travel.cancelFlight)
      const hotel = await trip.step(() => travel.bookHotel({ to }), travel.cancelHotel)
      await travel.pay({ amount })
      return [flight.reference, hotel.reference]
    })
  }
}
