#pragma once

#include "fake-cuda.h"

/* The device of this handle, of fake_cuda.devices. */
const FakeDevice *fake_device_of (GsCuDevice device);

/* Puts what answers questions about devices into @table. */
void fake_devices_fill (GsCudaDriver *table);
